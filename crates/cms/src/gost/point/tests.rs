//! Sums that no signature of the vectors reaches, where the general formula fails.

use const_oid::ObjectIdentifier;
use crypto_bigint::U256;

use super::Point;
use crate::gost::curve::short;

#[test]
fn pay_11_a_point_is_added_to_itself_and_to_its_opposite() {
    for name in ["1.2.643.2.2.35.1", "1.2.643.2.2.35.2", "1.2.643.2.2.35.3", "1.2.643.7.1.2.1.1.1"] {
        let curve = short(ObjectIdentifier::new_unwrap(name)).unwrap();
        let field = curve.field();
        let (a, base) = (curve.a(&field), curve.base(&field));
        let opposite = Point { y: base.y.neg(), ..base };
        let sum = |m: u8, second: &Point<{ U256::LIMBS }>, n: u8| {
            Point::sum_of_products(&base, &U256::from_u8(m), second, &U256::from_u8(n), &a).x()
        };
        assert_eq!(sum(1, &base, 1), sum(2, &base, 0), "{name}");
        assert_eq!(sum(2, &base, 3), sum(5, &base, 0), "{name}");
        assert_ne!(sum(2, &base, 0), sum(1, &base, 0), "{name}");
        assert_eq!(sum(1, &opposite, 1), None, "{name}");
        assert_eq!(sum(5, &opposite, 3), sum(2, &base, 0), "{name}");
        let order = curve.order();
        let round = Point::sum_of_products(&base, order.modulus().as_ref(), &base, &U256::ZERO, &a);
        assert_eq!(round.x(), None, "{name}: as often as its order");
    }
}
