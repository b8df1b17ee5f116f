//! Keys and mouse buttons.

use crossterm::event::{Event, KeyCode, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind};
use mapwright::core::{Dir, Point};

use super::game::PlayerAction;

/// What the screen says about the keys.
pub(super) const HELP: &[(&str, &str)] = &[
    ("arrows", "move"),
    ("d/space", "turn right"),
    ("a", "turn left"),
    ("f", "half turn"),
    ("s", "lock"),
    ("u", "undo"),
    ("r", "redo"),
    ("h", "hint"),
    ("z", "zoom"),
    ("n", "new"),
    ("q", "quit"),
];

/// The actions of an event; `tile_at` tells which tile is drawn in a column and row of the screen.
pub(super) fn actions(event: &Event, tile_at: impl Fn(u16, u16) -> Option<Point>) -> Vec<PlayerAction> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => {
            key_action(key.code, key.modifiers).into_iter().collect()
        }
        Event::Mouse(mouse) => {
            if let Some(dir) = wheel(mouse.kind) {
                return vec![PlayerAction::Scroll(dir)];
            }
            let action = match mouse.kind {
                MouseEventKind::Down(MouseButton::Left) => PlayerAction::Turn(3),
                MouseEventKind::Down(MouseButton::Right) => PlayerAction::Turn(1),
                MouseEventKind::Down(MouseButton::Middle) => PlayerAction::Lock,
                _ => return Vec::new(),
            };
            tile_at(mouse.column, mouse.row).map_or_else(Vec::new, |at| vec![PlayerAction::GoTo(at), action])
        }
        _ => Vec::new(),
    }
}

/// Where the wheel goes.
const fn wheel(kind: MouseEventKind) -> Option<Dir> {
    match kind {
        MouseEventKind::ScrollUp => Some(Dir::N),
        MouseEventKind::ScrollRight => Some(Dir::E),
        MouseEventKind::ScrollDown => Some(Dir::S),
        MouseEventKind::ScrollLeft => Some(Dir::W),
        _ => None,
    }
}

fn key_action(code: KeyCode, modifiers: KeyModifiers) -> Option<PlayerAction> {
    if modifiers.contains(KeyModifiers::CONTROL) {
        return match code {
            KeyCode::Char('c' | 'd' | 'q') => Some(PlayerAction::Quit),
            KeyCode::Char('z') => Some(PlayerAction::Undo),
            KeyCode::Char('y' | 'r') => Some(PlayerAction::Redo),
            _ => None,
        };
    }
    Some(match code {
        KeyCode::Up => PlayerAction::Go(Dir::N),
        KeyCode::Right => PlayerAction::Go(Dir::E),
        KeyCode::Down => PlayerAction::Go(Dir::S),
        KeyCode::Left => PlayerAction::Go(Dir::W),
        KeyCode::Char('d' | ' ') | KeyCode::Enter => PlayerAction::Turn(1),
        KeyCode::Char('a') => PlayerAction::Turn(3),
        KeyCode::Char('f') => PlayerAction::Turn(2),
        KeyCode::Char('s') => PlayerAction::Lock,
        KeyCode::Char('u') | KeyCode::Backspace => PlayerAction::Undo,
        KeyCode::Char('r') => PlayerAction::Redo,
        KeyCode::Char('h' | '?') => PlayerAction::Hint,
        KeyCode::Char('z') => PlayerAction::Zoom,
        KeyCode::Char('n') => PlayerAction::New,
        KeyCode::Char('q') | KeyCode::Esc => PlayerAction::Quit,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crossterm::event::{KeyEvent, MouseEvent};

    #[test]
    fn keys_and_buttons_are_actions() {
        let key = |code, modifiers| actions(&Event::Key(KeyEvent::new(code, modifiers)), |_, _| None);
        let none = KeyModifiers::NONE;
        assert_eq!(key(KeyCode::Left, none), [PlayerAction::Go(Dir::W)]);
        assert_eq!(key(KeyCode::Char('a'), none), [PlayerAction::Turn(3)]);
        assert_eq!(key(KeyCode::Char('z'), KeyModifiers::CONTROL), [PlayerAction::Undo]);
        assert_eq!(key(KeyCode::Char('c'), KeyModifiers::CONTROL), [PlayerAction::Quit]);
        assert_eq!(key(KeyCode::F(1), none), []);
        let mouse = |kind, at: Option<Point>| {
            actions(&Event::Mouse(MouseEvent { kind, column: 5, row: 3, modifiers: none }), |_, _| at)
        };
        let click = |button, at| mouse(MouseEventKind::Down(button), at);
        let at = Point::new(1, 1);
        assert_eq!(mouse(MouseEventKind::ScrollDown, Some(at)), [PlayerAction::Scroll(Dir::S)]);
        assert_eq!(mouse(MouseEventKind::Moved, Some(at)), []);
        assert_eq!(click(MouseButton::Left, Some(at)), [PlayerAction::GoTo(at), PlayerAction::Turn(3)]);
        assert_eq!(click(MouseButton::Right, Some(at)), [PlayerAction::GoTo(at), PlayerAction::Turn(1)]);
        assert_eq!(click(MouseButton::Middle, Some(at)), [PlayerAction::GoTo(at), PlayerAction::Lock]);
        assert_eq!(click(MouseButton::Left, None), []);
    }
}
