//! Draws of one step.

/// The draws of one step of a seed (`SplitMix64`).
#[derive(Clone, Debug)]
pub struct Chance(u64);

const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

impl Chance {
    /// The draws of this step, which do not depend on other steps.
    pub fn new(seed: u64, step: u32) -> Self {
        let mut first = Self(seed.wrapping_mul(GOLDEN) ^ (u64::from(step) << 32));
        first.draw();
        first
    }

    /// Draws 64 bits.
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GOLDEN);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Draws a number below `end`, which is not zero.
    pub fn below(&mut self, end: usize) -> usize {
        let drawn = self.draw() % (end.max(1) as u64);
        usize::try_from(drawn).unwrap_or_default()
    }

    /// Tells `true` once in so many draws.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// Draws one of these; none of nothing.
    pub fn one_of<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        if all.is_empty() { None } else { all.get(self.below(all.len())) }
    }

    /// Draws the place of a weight, the heavier the oftener.
    pub fn weighted(&mut self, weights: &[usize]) -> usize {
        let mut drawn = self.below(weights.iter().sum());
        for (place, weight) in weights.iter().enumerate() {
            if drawn < *weight {
                return place;
            }
            drawn -= weight;
        }
        0
    }
}
