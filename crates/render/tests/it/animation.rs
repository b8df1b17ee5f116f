//! Animations, decoded and compared pixel by pixel with pictures drawn from scratch.

use std::io::Cursor;

use crate::common;
use mapwright_core::{FrameKind, History, Size};
use mapwright_render::image::{
    Rgba,
    imageops::{crop_imm, replace},
};
use mapwright_render::{
    Animation, Kind, Pace, RenderError, RgbaImage, StagePicture, Style, draw, stage_changes, stage_pictures,
};

/// Every frame of a history, each drawn on its own and put in the middle of the largest.
fn expected(history: &History, style: &Style) -> Vec<RgbaImage> {
    let mut pictures = Vec::new();
    let mut replay = history.replay();
    let mut first = None;
    while let Some(frame) = replay.next_frame() {
        let map = replay.map();
        let like = *first.get_or_insert(map.size());
        let scale = (style.scale * u32::from(like.w.max(like.h)) + u32::from(map.size().w.max(map.size().h)) / 2)
            / u32::from(map.size().w.max(map.size().h));
        // Half the cell and the frame.
        let margin = Some(style.scale / 2 + 1 + style.scale / 16);
        // A stage looks from the start as its result does.
        let kind = if frame.stage.name == "turn" { Kind::Pipes } else { Kind::Auto };
        pictures.push(draw(map, &Style { scale: scale.max(1), margin, kind, ..style.clone() }).unwrap());
    }
    let w = pictures.iter().map(RgbaImage::width).max().unwrap();
    let h = pictures.iter().map(RgbaImage::height).max().unwrap();
    let background = style.theme.paper;
    let centered = |picture: &RgbaImage| {
        let mut canvas = RgbaImage::from_pixel(w, h, Rgba([background.0, background.1, background.2, 255]));
        let (x, y) = ((w - picture.width()) / 2, (h - picture.height()) / 2);
        replace(&mut canvas, picture, x.into(), y.into());
        canvas
    };
    pictures.iter().map(centered).collect()
}

fn style() -> Style {
    Style { scale: 9, flat: true, ..Style::default() }
}

#[track_caller]
fn same(found: &RgbaImage, expected: &RgbaImage, frame: usize) {
    assert_eq!(found.dimensions(), expected.dimensions());
    let differ = found.enumerate_pixels().find(|&(x, y, pixel)| pixel != expected.get_pixel(x, y));
    assert_eq!(differ.map(|(x, y, _)| (x, y)), None, "frame {frame}");
}

#[test]
fn gif_frames_are_the_pictures() {
    for size in common::sizes() {
        let history = common::recorded(size, 1);
        // Icons alone have more than 256 colors.
        let style = Style { marks: false, ..style() };
        let expected = expected(&history, &style);
        let (mut file, mut told) = (Vec::new(), Vec::new());
        let animation = Animation::of_history(&history, &style).unwrap();
        animation.write_gif(&Pace::default(), &mut file, |done, total| told.push((done, total))).unwrap();
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(Cursor::new(file)).unwrap();
        let mut screen = RgbaImage::new(decoder.width().into(), decoder.height().into());
        let (mut n, mut delays) = (0, Vec::new());
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            let part = RgbaImage::from_raw(frame.width.into(), frame.height.into(), frame.buffer.to_vec()).unwrap();
            replace(&mut screen, &part, frame.left.into(), frame.top.into());
            same(&screen, &expected[n], n);
            delays.push(frame.delay);
            n += 1;
        }
        assert_eq!(n, expected.len());
        assert_eq!(told, (1..=n).map(|done| (done, n)).collect::<Vec<_>>());
        assert_eq!(delays, delays_of(&history));
        assert_eq!(decoder.repeat(), gif::Repeat::Infinite);
    }
}

fn delays_of(history: &History) -> Vec<u16> {
    let of = |kind| if kind == FrameKind::Stage { 60 } else { 4 };
    let mut delays: Vec<u16> = history.frames().iter().map(|frame| of(frame.kind)).collect();
    *delays.last_mut().unwrap() = 200;
    delays
}

#[test]
fn apng_frames_are_the_pictures() {
    for size in common::sizes() {
        let history = common::recorded(size, 2);
        let expected = expected(&history, &style());
        let (mut file, mut told) = (Vec::new(), 0);
        let style = style();
        let animation = Animation::of_history(&history, &style).unwrap();
        animation.write_apng(&Pace::default(), &mut file, |done, _| told = done).unwrap();
        let mut reader = png::Decoder::new(Cursor::new(file)).read_info().unwrap();
        let control = *reader.info().animation_control().unwrap();
        assert_eq!((control.num_frames as usize, control.num_plays), (expected.len(), 0));
        let mut screen = RgbaImage::new(reader.info().width, reader.info().height);
        let mut buffer = vec![0; reader.output_buffer_size().unwrap()];
        for (n, expected) in expected.iter().enumerate() {
            let frame = reader.next_frame(&mut buffer).unwrap();
            let control = *reader.info().frame_control().unwrap();
            assert_eq!((control.delay_num, control.delay_den), (delays_of(&history)[n], 100));
            let part =
                RgbaImage::from_raw(frame.width, frame.height, common::opaque(&buffer[..frame.buffer_size()])).unwrap();
            replace(&mut screen, &part, control.x_offset.into(), control.y_offset.into());
            same(&screen, expected, n);
        }
        assert_eq!(told, expected.len());
    }
}

#[test]
fn only_what_changed_is_stored() {
    let history = common::recorded(Size::new(12, 9), 1);
    let mut file = Vec::new();
    Animation::of_history(&history, &style()).unwrap().write_gif(&Pace::default(), &mut file, |_, _| {}).unwrap();
    let mut decoder = gif::DecodeOptions::new().read_info(Cursor::new(file)).unwrap();
    let mut areas = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        areas.push(u32::from(frame.width) * u32::from(frame.height));
    }
    // A step opens a side: the wall between two cells, and its shade. Over the wrapped border it is on both ends.
    let (cells, row) = (2 * 9 * 9, 109 * 9);
    assert!(areas[1..100].iter().all(|&area| area <= row), "{areas:?}");
    assert!(areas[1..100].iter().filter(|&&area| area <= cells).count() > 90, "{areas:?}");
    let idle = history.frames().iter().position(|frame| frame.label == "still half way").unwrap();
    assert_eq!(areas[idle], 1, "a frame that changes nothing");
}

fn stages(history: &History, style: &Style) -> Vec<StagePicture> {
    stage_pictures(history, style).unwrap().map(Result::unwrap).collect()
}

#[test]
fn stages_have_pictures_of_about_one_size() {
    let history = common::recorded(Size::new(12, 9), 3);
    let pictures = stages(&history, &Style::default());
    let stems: Vec<String> = pictures.iter().map(|picture| picture.file_stem()).collect();
    assert_eq!(stems, ["00-walk", "01-turn", "02-water", "03-blocks"]);
    let captions: Vec<String> = pictures.iter().map(|picture| picture.caption()).collect();
    assert_eq!(
        captions,
        [
            "1  Walk\n107 openings",
            "2  Turn\n55 tiles turned",
            "3  Water: all that flows\n0 cells on rings",
            "4  Blocks\n12x9 to 25x19"
        ]
    );
    let sizes: Vec<(u32, u32)> = pictures.iter().map(|picture| picture.image.dimensions()).collect();
    assert_eq!(sizes, [(212, 164), (212, 164), (212, 164), (220, 172)]);
}

#[test]
fn refusals_say_why() {
    let empty = History::default();
    let nothing = "the history has no frames to draw; record a build first";
    assert_eq!(stage_pictures(&empty, &style()).err().unwrap().to_string(), nothing);
    let write = |history: &History, style: &Style| {
        let animation = Animation::of_history(history, style)?;
        animation.write_gif(&Pace::default(), Vec::new(), |_, _| {})
    };
    let gif = |history: &History, style: &Style| write(history, style).unwrap_err().to_string();
    assert_eq!(gif(&empty, &style()), nothing);
    let history = common::recorded(Size::new(12, 1), 0);
    let wide = Style { scale: 6000, margin: Some(0), max_pixels: u64::MAX, ..style() };
    assert_eq!(gif(&history, &wide), "a GIF of 72000x8640 pixels is too large: expected at most 65535 a side");
    let zero = Style { scale: 0, ..style() };
    assert_eq!(gif(&history, &zero), "a scale of 0 pixels a cell draws nothing; expected 1 or more");
}

/// Three pictures of 9 × 4 pixels: a dot that walks to the right.
fn dot(index: usize) -> Result<RgbaImage, RenderError> {
    Ok(RgbaImage::from_fn(9, 4, |x, y| {
        Rgba(if (x as usize, y) == (2 * index, 1) { [200, 30, 10, 255] } else { [5, 90, 250, 255] })
    }))
}

#[test]
fn pictures_of_any_kind_make_animations() {
    let pace = Pace { step: 7, stage: 8, last: 9 };
    let (mut file, mut told) = (Vec::new(), Vec::new());
    let animation = Animation::of_pictures(3, dot).unwrap();
    animation.write_gif(&pace, &mut file, |done, total| told.push((done, total))).unwrap();
    assert_eq!(told, [(1, 3), (2, 3), (3, 3)]);
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(Cursor::new(file)).unwrap();
    let mut screen = RgbaImage::new(9, 4);
    for (n, delay) in [(0, 7), (1, 7), (2, 9)] {
        let frame = decoder.read_next_frame().unwrap().unwrap();
        let part = RgbaImage::from_raw(frame.width.into(), frame.height.into(), frame.buffer.to_vec()).unwrap();
        replace(&mut screen, &part, frame.left.into(), frame.top.into());
        same(&screen, &dot(n).unwrap(), n);
        // From the dot's last place to this one.
        assert_eq!((frame.width, frame.delay), (if n == 0 { 9 } else { 3 }, delay));
    }
    assert!(decoder.read_next_frame().unwrap().is_none());

    let mut file = Vec::new();
    animation.write_apng(&pace, &mut file, |_, _| {}).unwrap();
    let mut reader = png::Decoder::new(Cursor::new(file)).read_info().unwrap();
    let mut screen = RgbaImage::new(9, 4);
    let mut buffer = vec![0; reader.output_buffer_size().unwrap()];
    for n in 0..3 {
        let frame = reader.next_frame(&mut buffer).unwrap();
        let control = *reader.info().frame_control().unwrap();
        let part =
            RgbaImage::from_raw(frame.width, frame.height, common::opaque(&buffer[..frame.buffer_size()])).unwrap();
        replace(&mut screen, &part, control.x_offset.into(), control.y_offset.into());
        same(&screen, &dot(n).unwrap(), n);
    }
}

#[test]
fn pictures_that_make_no_animation_are_named() {
    let gif = |count, draw: fn(usize) -> Result<RgbaImage, RenderError>| {
        let animation = Animation::of_pictures(count, draw);
        animation
            .and_then(|animation| animation.write_gif(&Pace::default(), Vec::new(), |_, _| {}))
            .map_err(|error| error.to_string())
    };
    assert_eq!(gif(0, dot), Err("a contact sheet or an animation needs at least one picture".into()));
    assert_eq!(gif(1, dot), Ok(()));
    let growing = |index: usize| Ok(RgbaImage::new(9, 4 + index as u32));
    assert_eq!(gif(3, growing), Err("picture 1 has 9x5 pixels, picture 0 has 9x4".into()));
    let wide = |_| Ok(RgbaImage::new(70_000, 1));
    assert_eq!(gif(2, wide), Err("a GIF of 70000x1 pixels is too large: expected at most 65535 a side".into()));
    let refused = Animation::of_pictures(2, |_| Err(RenderError::ZeroScale));
    assert!(matches!(refused, Err(RenderError::ZeroScale)));
}

#[test]
fn any_frame_is_drawn_alone_as_in_the_animation() {
    for size in common::sizes() {
        let history = common::recorded(size, 1);
        let expected = expected(&history, &style());
        for (nth, frame) in expected.iter().enumerate() {
            let found = Animation::of_history(&history, &style()).unwrap().picture(nth).unwrap();
            let corner = ((frame.width() - found.width()) / 2, (frame.height() - found.height()) / 2);
            same(&found, &crop_imm(frame, corner.0, corner.1, found.width(), found.height()).to_image(), nth);
        }
        let beyond = Animation::of_history(&history, &style()).unwrap().picture(expected.len()).unwrap_err();
        assert!(matches!(beyond, RenderError::NoFrames));
        let pictures = Animation::of_pictures(2, |_| Ok(RgbaImage::new(3, 2))).unwrap();
        assert!(pictures.picture(1).is_ok() && matches!(pictures.picture(2), Err(RenderError::NoFrames)));
        let style = Style { changes: true, ..style() };
        let outlined = Animation::of_history(&history, &style).unwrap().picture(expected.len() - 1).unwrap();
        let stages = stages(&history, &style);
        same(&outlined, &stages.last().unwrap().image, expected.len() - 1);
        let words: Vec<String> = stages.into_iter().map(|stage| stage.changes).collect();
        assert_eq!(stage_changes(&history), words);
    }
}
