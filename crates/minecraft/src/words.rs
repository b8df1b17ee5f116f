//! How a pack names its own things, and the commands that use these names.

/// Names in the namespace of a pack: `maze:rooms/5` for functions, `maze.room_5` for tags.
#[derive(Clone, Copy, Debug)]
pub(super) struct Words<'a> {
    pub(super) ns: &'a str,
}

impl Words<'_> {
    /// The tag for a purpose.
    pub(super) fn tag(self, name: &str) -> String {
        format!("{}.{name}", self.ns)
    }

    /// The command that calls a function.
    pub(super) fn call(self, path: &str) -> String {
        format!("function {}:{path}", self.ns)
    }

    /// All places marked with a tag that are loaded.
    pub(super) fn marked(self, name: &str) -> String {
        format!("@e[type=minecraft:marker,tag={}.{name}]", self.ns)
    }

    /// A command run once at each place marked with a tag.
    pub(super) fn at_each(self, name: &str, command: &str) -> String {
        format!("execute as {} at @s run {command}", self.marked(name))
    }

    /// A condition on a score of the pack, before the command that it is for.
    pub(super) fn if_score(self, name: &str, range: &str) -> String {
        format!("execute if score #{name} {} matches {range} ", self.ns)
    }

    /// Sets a score of the pack.
    pub(super) fn set_score(self, name: &str, value: i32) -> String {
        format!("scoreboard players set #{name} {} {value}", self.ns)
    }

    /// Tells somebody something.
    pub(super) fn tell(self, whom: &str, text: &str) -> String {
        // JSON is what all versions read; since 1.21.5 it is read as SNBT, which takes the same form.
        format!("tellraw {whom} {{\"text\":\"{}: {text}\"}}", self.ns)
    }
}
