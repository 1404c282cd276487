//! The curves of RFC 4357, section 11.4, and RFC 7836, section A.2, in short Weierstrass form.

use const_oid::ObjectIdentifier;
use crypto_bigint::{Odd, U256};

use super::number::{Modulus, Residue, prime};
use super::point::Point;

/// `y² = x³ + ax + b` modulo `p`, with a base point of the order `q`.
#[derive(Debug)]
pub(super) struct Curve {
    p: Odd<U256>,
    a: U256,
    b: U256,
    q: Odd<U256>,
    x: U256,
    y: U256,
}

const fn hex(digits: &str) -> U256 {
    U256::from_be_hex(digits)
}

/// `id-GostR3410-2001-CryptoPro-A-ParamSet`, also called `XchA` and `id-tc26-gost-3410-2012-256-paramSetB`.
static CRYPTO_PRO_A: Curve = Curve {
    p: prime("fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffd97"),
    a: hex("fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffd94"),
    b: hex("00000000000000000000000000000000000000000000000000000000000000a6"),
    q: prime("ffffffffffffffffffffffffffffffff6c611070995ad10045841b09b761b893"),
    x: U256::ONE,
    y: hex("8d91e471e0989cda27df505a453f2b7635294f2ddf23e3b122acc99c9e9f1e14"),
};

/// `id-GostR3410-2001-CryptoPro-B-ParamSet`, also called `id-tc26-gost-3410-2012-256-paramSetC`.
static CRYPTO_PRO_B: Curve = Curve {
    p: prime("8000000000000000000000000000000000000000000000000000000000000c99"),
    a: hex("8000000000000000000000000000000000000000000000000000000000000c96"),
    b: hex("3e1af419a269a5f866a7d3c25c3df80ae979259373ff2b182f49d4ce7e1bbc8b"),
    q: prime("800000000000000000000000000000015f700cfff1a624e5e497161bcc8a198f"),
    x: U256::ONE,
    y: hex("3fa8124359f96680b83d1c3eb2c070e5c545c9858d03ecfb744bf8d717717efc"),
};

/// `id-GostR3410-2001-CryptoPro-C-ParamSet`, also called `XchB` and `id-tc26-gost-3410-2012-256-paramSetD`.
static CRYPTO_PRO_C: Curve = Curve {
    p: prime("9b9f605f5a858107ab1ec85e6b41c8aacf846e86789051d37998f7b9022d759b"),
    a: hex("9b9f605f5a858107ab1ec85e6b41c8aacf846e86789051d37998f7b9022d7598"),
    b: hex("000000000000000000000000000000000000000000000000000000000000805a"),
    q: prime("9b9f605f5a858107ab1ec85e6b41c8aa582ca3511eddfb74f02f3a6598980bb9"),
    x: U256::ZERO,
    y: hex("41ece55743711a8c3cbf3783cd08c0ee4d4dc440d4641a8f366e550dfdb3bb67"),
};

/// `id-tc26-gost-3410-2012-256-paramSetA`.
static TC26_A: Curve = Curve {
    p: prime("fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffd97"),
    a: hex("c2173f1513981673af4892c23035a27ce25e2013bf95aa33b22c656f277e7335"),
    b: hex("295f9bae7428ed9ccc20e7c359a9d41a22fccd9108e17bf7ba9337a6f8ae9513"),
    q: prime("400000000000000000000000000000000fd8cddfc87b6635c115af556c360c67"),
    x: hex("91e38443a5e82c0d880923425712b2bb658b9196932e02c78b2582fe742daa28"),
    y: hex("32879423ab1a0375895786c4bb46e9565fde0b5344766740af268adb32322e5c"),
};

const fn oid(text: &str) -> ObjectIdentifier {
    ObjectIdentifier::new_unwrap(text)
}

/// The object identifiers of the curves: those of RFC 4357, then those of RFC 7836 in the order A to D.
static NAMES: [(ObjectIdentifier, &Curve); 9] = [
    (oid("1.2.643.2.2.35.1"), &CRYPTO_PRO_A),
    (oid("1.2.643.2.2.35.2"), &CRYPTO_PRO_B),
    (oid("1.2.643.2.2.35.3"), &CRYPTO_PRO_C),
    (oid("1.2.643.2.2.36.0"), &CRYPTO_PRO_A),
    (oid("1.2.643.2.2.36.1"), &CRYPTO_PRO_C),
    (oid("1.2.643.7.1.2.1.1.1"), &TC26_A),
    (oid("1.2.643.7.1.2.1.1.2"), &CRYPTO_PRO_A),
    (oid("1.2.643.7.1.2.1.1.3"), &CRYPTO_PRO_B),
    (oid("1.2.643.7.1.2.1.1.4"), &CRYPTO_PRO_C),
];

impl Curve {
    /// The curve with the name `name`.
    pub(super) fn named(name: ObjectIdentifier) -> Option<&'static Self> {
        NAMES.iter().find(|(known, _)| *known == name).map(|(_, curve)| *curve)
    }

    pub(super) const fn field(&self) -> Modulus {
        Modulus::new_vartime(self.p)
    }

    pub(super) const fn order(&self) -> Modulus {
        Modulus::new_vartime(self.q)
    }

    pub(super) const fn a(&self, field: &Modulus) -> Residue {
        Residue::new(&self.a, field)
    }

    pub(super) fn base(&self, field: &Modulus) -> Point {
        Point::new(&self.x, &self.y, field)
    }

    /// Tells whether the point lies on the curve, and its coordinates are below the prime.
    pub(super) fn contains(&self, x: &U256, y: &U256) -> bool {
        if x >= self.p.as_ref() || y >= self.p.as_ref() {
            return false;
        }
        let field = self.field();
        let (x, y, b) = (Residue::new(x, &field), Residue::new(y, &field), Residue::new(&self.b, &field));
        y.square() == x.square().add(&self.a(&field)).mul(&x).add(&b)
    }
}
