//! Matches elements with the particles of a group.

use super::reasons;
use crate::schema::{Group, GroupKind, Particle};

#[derive(Debug)]
pub(super) struct Cursor<'s> {
    group: &'s Group,
    /// The position that was filled last.
    index: usize,
    /// The occurrences so far. 0 before the first element.
    count: u32,
}

pub(super) struct Step<'s> {
    /// Its particle, when it has one: its content is checked even in a wrong position.
    pub(super) particle: Option<&'s Particle>,
    /// Its number among the elements of its kind, from 1; 0 when that is not known.
    pub(super) ordinal: u32,
    pub(super) reasons: Vec<String>,
}

impl<'s> Cursor<'s> {
    pub(super) const fn new(group: &'s Group) -> Self {
        Self { group, index: 0, count: 0 }
    }

    pub(super) fn accept(&mut self, local: &str, in_target: bool, namespace: &str, target: &str) -> Step<'s> {
        let takes = |particle: &Particle| particle.takes(local, in_target, namespace);
        let found = match self.group.kind {
            GroupKind::Sequence => self.accept_in_sequence(local, takes),
            GroupKind::Choice => self.accept_in_choice(local, takes),
        };
        found.unwrap_or_else(|| {
            let by_name = |particle: &Particle| particle.takes(local, true, target);
            let wrong_namespace = !in_target && self.group.particles.iter().any(by_name);
            let reason = if wrong_namespace {
                reasons::namespace(local, namespace, target)
            } else {
                reasons::unexpected(local, &self.expected())
            };
            Step { particle: None, ordinal: 0, reasons: vec![reason] }
        })
    }

    fn accept_in_sequence(&mut self, local: &str, takes: impl Fn(&Particle) -> bool) -> Option<Step<'s>> {
        let particles = &self.group.particles;
        let current = particles.get(self.index)?;
        let is_current = takes(current);
        if is_current && current.max.is_none_or(|max| self.count < max) {
            self.count += 1;
            return Some(Step { particle: Some(current), ordinal: self.count, reasons: Vec::new() });
        }
        let ahead = particles.iter().enumerate().skip(self.index + 1).find(|(_, particle)| takes(particle));
        if let Some((index, particle)) = ahead {
            let reasons =
                self.unfilled(index).map(|missing| reasons::missing_before(missing, local)).collect();
            (self.index, self.count) = (index, 1);
            return Some(Step { particle: Some(particle), ordinal: 1, reasons });
        }
        if is_current {
            self.count = self.count.saturating_add(1);
            let reasons = vec![reasons::too_many(local, current.max.unwrap_or(u32::MAX))];
            return Some(Step { particle: Some(current), ordinal: self.count, reasons });
        }
        let behind = particles.iter().take(self.index).find(|particle| takes(particle))?;
        let reasons = vec![reasons::misplaced(local, current.shown())];
        Some(Step { particle: Some(behind), ordinal: 0, reasons })
    }

    fn accept_in_choice(&mut self, local: &str, takes: impl Fn(&Particle) -> bool) -> Option<Step<'s>> {
        let particles = &self.group.particles;
        let (index, particle) = particles.iter().enumerate().find(|(_, particle)| takes(particle))?;
        let mut reasons = Vec::new();
        if self.count == 0 {
            self.index = index;
        } else if self.index != index {
            let first = particles.get(self.index).map_or("", Particle::shown);
            return Some(Step {
                particle: Some(particle),
                ordinal: 0,
                reasons: vec![reasons::second_choice(local, first)],
            });
        }
        self.count = self.count.saturating_add(1);
        if let Some(max) = particle.max.filter(|max| self.count > *max) {
            reasons.push(reasons::too_many(local, max));
        }
        Some(Step { particle: Some(particle), ordinal: self.count, reasons })
    }

    pub(super) fn missing_at_end(&self) -> Vec<String> {
        let particles = &self.group.particles;
        match self.group.kind {
            GroupKind::Sequence => self.unfilled(particles.len()).map(reasons::missing).collect(),
            GroupKind::Choice if self.count == 0 => {
                let optional = particles.is_empty() || particles.iter().any(|particle| particle.min == 0);
                if optional { Vec::new() } else { vec![reasons::missing_choice(&self.expected())] }
            }
            GroupKind::Choice => {
                let short = particles.get(self.index).filter(|particle| self.count < particle.min);
                short.map(|particle| reasons::missing(particle.shown())).into_iter().collect()
            }
        }
    }

    /// The positions before `end` that need more elements than they have.
    fn unfilled(&self, end: usize) -> impl Iterator<Item = &'s str> {
        let (current, count) = (self.index, self.count);
        let positions = self.group.particles.iter().enumerate().take(end).skip(current);
        positions
            .filter(
                move |(index, particle)| {
                    if *index == current { count < particle.min } else { particle.min > 0 }
                },
            )
            .map(|(_, particle)| particle.shown())
    }

    /// Lists the elements that may come next, up to the first that must.
    fn expected(&self) -> Vec<&'s str> {
        let particles = self.group.particles.iter();
        let mut expected = Vec::new();
        match self.group.kind {
            GroupKind::Choice if self.count == 0 => expected.extend(particles.map(Particle::shown)),
            GroupKind::Choice => {}
            GroupKind::Sequence => {
                for (index, particle) in particles.enumerate().skip(self.index) {
                    let filled = if index == self.index { self.count } else { 0 };
                    if particle.max.is_none_or(|max| filled < max) {
                        expected.push(particle.shown());
                    }
                    if filled < particle.min {
                        break;
                    }
                }
            }
        }
        expected
    }
}
