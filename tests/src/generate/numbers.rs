//! Expressions for numbers, with the range that the verifier will find, so that places are left seldom and on purpose.

use super::build::{Maker, is_int};
use wgr_runtime::ir::{BinaryOp, BoardOp, Expr, ExprId, Fold, FoldOp, HEX, Scalar, Type, UnaryOp, What};

/// Beyond this a number is brought back before it is used again.
const WIDE: i64 = 10_000;
type Number = (ExprId, Scalar);

pub(super) fn den(scalar: Scalar) -> i64 {
    match scalar.what {
        What::Int { den } => i64::from(den),
        What::Bool | What::Id(_) => 1,
    }
}

impl Maker {
    /// A number in whatever range.
    pub(super) fn number(&mut self, depth: u32) -> Number {
        let (expr, scalar) = if depth == 0 { self.small_number() } else { self.big_number(depth - 1) };
        if scalar.lo < -WIDE || WIDE < scalar.hi {
            let place = Scalar { lo: scalar.lo.max(-50), hi: scalar.hi.min(50), ..scalar };
            return self.clamped(expr, scalar, place);
        }
        (expr, scalar)
    }

    /// A number for this place: in its measure, and in its range but for some carelessness.
    pub(super) fn number_for(&mut self, place: Scalar, depth: u32) -> ExprId {
        let (mut expr, mut scalar) = self.number(depth);
        if den(place) % den(scalar) != 0 {
            (expr, scalar) = self.rounded(expr, scalar);
        }
        let times = den(place) / den(scalar);
        let scaled = Scalar { what: place.what, lo: scalar.lo * times, hi: scalar.hi * times };
        let meets = scaled.lo <= place.hi && place.lo <= scaled.hi;
        if scaled.fits(place) || meets && self.careless() { expr } else { self.clamped(expr, scaled, place).0 }
    }

    /// `min(max(e, lo), hi)`, as far as needed; `scalar` is counted as `place` is.
    fn clamped(&mut self, expr: ExprId, scalar: Scalar, place: Scalar) -> Number {
        let (mut expr, den) = (expr, den(place) as u32);
        if scalar.lo < place.lo {
            let lo = self.fraction(place.lo, den);
            expr = self.binary(BinaryOp::Max, expr, lo);
        }
        if place.hi < scalar.hi {
            let hi = self.fraction(place.hi, den);
            expr = self.binary(BinaryOp::Min, expr, hi);
        }
        let clamp = |value: i64| value.clamp(place.lo, place.hi);
        (expr, Scalar { what: place.what, lo: clamp(scalar.lo), hi: clamp(scalar.hi) })
    }

    fn rounded(&mut self, expr: ExprId, scalar: Scalar) -> Number {
        let (up, den) = (self.rng.chance(50), den(scalar));
        let round = |value: i64| if up { -(-value).div_euclid(den) } else { value.div_euclid(den) };
        let op = if up { UnaryOp::Up } else { UnaryOp::Down };
        (self.unary(op, expr), Scalar::int(round(scalar.lo), round(scalar.hi)))
    }

    fn literal(&mut self) -> Number {
        if self.rng.chance(12) {
            let raw = self.rng.between(0, 3) * 2 + 1;
            return (self.fraction(raw, 2), Scalar { what: What::Int { den: 2 }, lo: raw, hi: raw });
        }
        let value = self.rng.between(-2, 6);
        (self.int(value), Scalar::int(value, value))
    }

    fn small_number(&mut self) -> Number {
        match self.rng.below(5) {
            0 => self.literal(),
            1 => self.table_number(),
            2 | 3 => match self.known(is_int) {
                Some(local) => {
                    let ty = self.type_of(local).scalar().unwrap_or(Scalar::BOOL);
                    (self.local(local), ty)
                }
                None => self.cell_number(),
            },
            _ => self.cell_number(),
        }
    }

    fn cell_number(&mut self) -> Number {
        match self.cell(is_int) {
            Some(cell) => {
                let scalar = self.program.cell(cell).value.scalar().unwrap_or(Scalar::BOOL);
                (self.read(cell), scalar)
            }
            None => self.literal(),
        }
    }

    fn table_number(&mut self) -> Number {
        let tables: Vec<usize> =
            (0..self.program.tables.len()).filter(|t| is_int(Type::Scalar(self.program.tables[*t].value))).collect();
        let Some(at) = self.rng.pick(&tables) else { return self.literal() };
        let (index, value) = (self.program.tables[at].index.clone(), self.program.tables[at].value);
        let index = index.iter().map(|range| self.value(Type::Scalar(*range), 0)).collect();
        (self.add(Expr::Table(wgr_runtime::ir::TableId::new(at), index)), value)
    }

    fn big_number(&mut self, depth: u32) -> Number {
        match self.rng.below(13) {
            0 => self.small_number(),
            1 | 2 => self.sum(depth),
            3 => self.product(depth),
            4 => self.ratio(depth),
            5 => {
                let (a, b) = (self.number(depth), self.number(depth));
                let op = if self.rng.chance(50) { BinaryOp::Min } else { BinaryOp::Max };
                (self.binary(op, a.0, b.0), hull(a.1, b.1))
            }
            6 => {
                let cond = self.yes(depth);
                let (a, b) = (self.number(depth), self.number(depth));
                (self.add(Expr::If(cond, a.0, b.0)), hull(a.1, b.1))
            }
            7 => {
                let (a, scalar) = self.number(depth);
                (self.unary(UnaryOp::Neg, a), Scalar { what: scalar.what, lo: -scalar.hi, hi: -scalar.lo })
            }
            8 => {
                let domain = self.domain();
                let size = i64::from(self.program.domain(domain).size);
                let set = self.set(domain, depth);
                (self.unary(UnaryOp::Size, set), Scalar::int(0, size))
            }
            9 | 10 => self.fold_number(depth),
            11 => self.call_number(depth),
            _ => self.board_number(depth),
        }
    }

    fn sum(&mut self, depth: u32) -> Number {
        let (a, b) = (self.number(depth), self.number(depth));
        let (x, y) = level(a.1, b.1);
        if self.rng.chance(60) {
            return (self.binary(BinaryOp::Add, a.0, b.0), Scalar { what: x.what, lo: x.lo + y.lo, hi: x.hi + y.hi });
        }
        (self.binary(BinaryOp::Sub, a.0, b.0), Scalar { what: x.what, lo: x.lo - y.hi, hi: x.hi - y.lo })
    }

    fn product(&mut self, depth: u32) -> Number {
        let (a, b) = (self.number(depth), self.number(0));
        let corners = [a.1.lo * b.1.lo, a.1.lo * b.1.hi, a.1.hi * b.1.lo, a.1.hi * b.1.hi];
        let (lo, hi) = corners.iter().fold((i64::MAX, i64::MIN), |(lo, hi), c| (lo.min(*c), hi.max(*c)));
        let what = What::Int { den: (den(a.1) * den(b.1)) as u32 };
        let product = (self.binary(BinaryOp::Mul, a.0, b.0), Scalar { what, lo, hi });
        // Fine fractions are rounded away before they grow.
        if den(product.1) > 4 { self.rounded(product.0, product.1) } else { product }
    }

    /// By a number above zero, most of the time.
    fn ratio(&mut self, depth: u32) -> Number {
        let a = self.number(depth);
        let (a, scalar) = if den(a.1) > 1 { self.rounded(a.0, a.1) } else { a };
        let careless = self.careless();
        let by = self.number_for(Scalar::int(if careless { 0 } else { 1 }, 4), depth);
        let op = [BinaryOp::DivDown, BinaryOp::DivUp, BinaryOp::Mod][self.rng.below(3)];
        let range = if op == BinaryOp::Mod {
            Scalar::int(-4, 4)
        } else {
            Scalar::int(scalar.lo.min(0) - 1, scalar.hi.max(0) + 1)
        };
        (self.binary(op, a, by), range)
    }

    fn fold_number(&mut self, depth: u32) -> Number {
        let domain = self.domain();
        let size = i64::from(self.program.domain(domain).size);
        let over = self.set(domain, depth.min(1));
        let var = self.declare(self.member(domain), false);
        self.inside(|maker| {
            maker.scope.push(var);
            let guard = if maker.rng.chance(50) { Some(maker.yes(depth.min(1))) } else { None };
            let fold = |op, value, other| Expr::Fold(Fold { op, var, over, guard, value, other });
            match maker.rng.below(3) {
                0 => (maker.add(fold(FoldOp::Count, None, None)), Scalar::int(0, size)),
                1 => {
                    let (value, scalar) = maker.number(depth.min(1));
                    let total = Scalar { lo: (scalar.lo * size).min(0), hi: (scalar.hi * size).max(0), ..scalar };
                    (maker.add(fold(FoldOp::Sum, Some(value), None)), total)
                }
                _ => {
                    let (value, scalar) = maker.number(depth.min(1));
                    let op = if maker.rng.chance(50) { FoldOp::Least } else { FoldOp::Most };
                    let other = maker.inside(|maker| {
                        maker.scope.pop();
                        let other = maker.number(0);
                        maker.scope.push(var);
                        other
                    });
                    (maker.add(fold(op, Some(value), Some(other.0))), hull(scalar, other.1))
                }
            }
        })
    }

    fn call_number(&mut self, depth: u32) -> Number {
        match self.call(is_int, depth) {
            Some((expr, Type::Scalar(scalar))) => (expr, scalar),
            Some((_, Type::Set(_))) | None => self.small_number(),
        }
    }

    fn board_number(&mut self, depth: u32) -> Number {
        if !self.world.board {
            return self.small_number();
        }
        let h = self.plain(HEX, depth);
        let (op, args) = match self.rng.below(3) {
            0 => (BoardOp::Column, vec![h]),
            1 => (BoardOp::Row, vec![h]),
            _ => {
                let k = self.plain(HEX, depth);
                (BoardOp::Distance, vec![h, k])
            }
        };
        let far = self.add(Expr::Board(op, args));
        // The verifier knows only that it fits two bytes.
        self.clamped(far, Scalar::int(0, 65_535), Scalar::int(0, 12))
    }
}

/// Two ranges in one measure. The measures here are 1, 2 and 4.
fn level(a: Scalar, b: Scalar) -> (Scalar, Scalar) {
    let common = den(a).max(den(b));
    let to = |s: Scalar| {
        let times = common / den(s);
        Scalar { what: What::Int { den: common as u32 }, lo: s.lo * times, hi: s.hi * times }
    };
    (to(a), to(b))
}

fn hull(a: Scalar, b: Scalar) -> Scalar {
    let (a, b) = level(a, b);
    a.hull(b)
}
