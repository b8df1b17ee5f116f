//! How long the pictures of an animation are shown.

/// How long the frames of an animation stay, in hundredths of a second. Many viewers slow down anything faster than 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// A step inside a stage.
    pub step: u16,
    /// The result of a stage.
    pub stage: u16,
    /// The last frame.
    pub last: u16,
}

impl Default for Pace {
    /// 4 for a step, 60 for a stage, 200 for the last frame.
    fn default() -> Self {
        Pace { step: 4, stage: 60, last: 200 }
    }
}
