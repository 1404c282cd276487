//! The curves of RFC 4357, section 11.4, and RFC 7836, section A.2, in short Weierstrass form.

use const_oid::ObjectIdentifier;
use crypto_bigint::{Odd, U256, U512, Uint};

use super::number::{Modulus, Residue, prime};
use super::point::Point;

/// `y² = x³ + ax + b` modulo `p`, with a base point of the order `q`.
#[derive(Debug)]
pub(super) struct Curve<const LIMBS: usize> {
    p: Odd<Uint<LIMBS>>,
    a: Uint<LIMBS>,
    b: Uint<LIMBS>,
    q: Odd<Uint<LIMBS>>,
    x: Uint<LIMBS>,
    y: Uint<LIMBS>,
}

/// Limbs of the numbers of the short curves, and of the long ones.
pub(super) const SHORT: usize = U256::LIMBS;
pub(super) const LONG: usize = U512::LIMBS;

const fn hex<const LIMBS: usize>(digits: &str) -> Uint<LIMBS> {
    Uint::from_be_hex(digits)
}

/// `id-GostR3410-2001-CryptoPro-A-ParamSet`, also called `XchA` and `id-tc26-gost-3410-2012-256-paramSetB`.
static CRYPTO_PRO_A: Curve<SHORT> = Curve {
    p: prime("fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffd97"),
    a: hex("fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffd94"),
    b: hex("00000000000000000000000000000000000000000000000000000000000000a6"),
    q: prime("ffffffffffffffffffffffffffffffff6c611070995ad10045841b09b761b893"),
    x: U256::ONE,
    y: hex("8d91e471e0989cda27df505a453f2b7635294f2ddf23e3b122acc99c9e9f1e14"),
};

/// `id-GostR3410-2001-CryptoPro-B-ParamSet`, also called `id-tc26-gost-3410-2012-256-paramSetC`.
static CRYPTO_PRO_B: Curve<SHORT> = Curve {
    p: prime("8000000000000000000000000000000000000000000000000000000000000c99"),
    a: hex("8000000000000000000000000000000000000000000000000000000000000c96"),
    b: hex("3e1af419a269a5f866a7d3c25c3df80ae979259373ff2b182f49d4ce7e1bbc8b"),
    q: prime("800000000000000000000000000000015f700cfff1a624e5e497161bcc8a198f"),
    x: U256::ONE,
    y: hex("3fa8124359f96680b83d1c3eb2c070e5c545c9858d03ecfb744bf8d717717efc"),
};

/// `id-GostR3410-2001-CryptoPro-C-ParamSet`, also called `XchB` and `id-tc26-gost-3410-2012-256-paramSetD`.
static CRYPTO_PRO_C: Curve<SHORT> = Curve {
    p: prime("9b9f605f5a858107ab1ec85e6b41c8aacf846e86789051d37998f7b9022d759b"),
    a: hex("9b9f605f5a858107ab1ec85e6b41c8aacf846e86789051d37998f7b9022d7598"),
    b: hex("000000000000000000000000000000000000000000000000000000000000805a"),
    q: prime("9b9f605f5a858107ab1ec85e6b41c8aa582ca3511eddfb74f02f3a6598980bb9"),
    x: U256::ZERO,
    y: hex("41ece55743711a8c3cbf3783cd08c0ee4d4dc440d4641a8f366e550dfdb3bb67"),
};

/// `id-tc26-gost-3410-2012-256-paramSetA`.
static TC26_A: Curve<SHORT> = Curve {
    p: prime("fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffd97"),
    a: hex("c2173f1513981673af4892c23035a27ce25e2013bf95aa33b22c656f277e7335"),
    b: hex("295f9bae7428ed9ccc20e7c359a9d41a22fccd9108e17bf7ba9337a6f8ae9513"),
    q: prime("400000000000000000000000000000000fd8cddfc87b6635c115af556c360c67"),
    x: hex("91e38443a5e82c0d880923425712b2bb658b9196932e02c78b2582fe742daa28"),
    y: hex("32879423ab1a0375895786c4bb46e9565fde0b5344766740af268adb32322e5c"),
};

/// `id-tc26-gost-3410-2012-512-paramSetA`.
static TC26_512_A: Curve<LONG> = Curve {
    p: prime(
        "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff\
         fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffdc7",
    ),
    a: hex("ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff\
         fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffdc4"),
    b: hex("e8c2505dedfc86ddc1bd0b2b6667f1da34b82574761cb0e879bd081cfd0b6265\
         ee3cb090f30d27614cb4574010da90dd862ef9d4ebee4761503190785a71c760"),
    q: prime(
        "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff\
         27e69532f48d89116ff22b8d4e0560609b4b38abfad2b85dcacdb1411f10b275",
    ),
    x: U512::from_u8(3),
    y: hex("7503cfe87a836ae3a61b8816e25450e6ce5e1c93acf1abc1778064fdcbefa921\
         df1626be4fd036e93d75e6a50e3a41e98028fe5fc235f5b889a589cb5215f2a4"),
};

/// `id-tc26-gost-3410-2012-512-paramSetB`.
static TC26_512_B: Curve<LONG> = Curve {
    p: prime(
        "8000000000000000000000000000000000000000000000000000000000000000\
         000000000000000000000000000000000000000000000000000000000000006f",
    ),
    a: hex("8000000000000000000000000000000000000000000000000000000000000000\
         000000000000000000000000000000000000000000000000000000000000006c"),
    b: hex("687d1b459dc841457e3e06cf6f5e2517b97c7d614af138bcbf85dc806c4b289f\
         3e965d2db1416d217f8b276fad1ab69c50f78bee1fa3106efb8ccbc7c5140116"),
    q: prime(
        "8000000000000000000000000000000000000000000000000000000000000001\
         49a1ec142565a545acfdb77bd9d40cfa8b996712101bea0ec6346c54374f25bd",
    ),
    x: U512::from_u8(2),
    y: hex("1a8f7eda389b094c2c071e3647a8940f3c123b697578c213be6dd9e6c8ec7335\
         dcb228fd1edf4a39152cbcaaf8c0398828041055f94ceeec7e21340780fe41bd"),
};

/// `id-tc26-gost-3410-2012-512-paramSetC`.
static TC26_512_C: Curve<LONG> = Curve {
    p: prime(
        "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff\
         fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffdc7",
    ),
    a: hex("dc9203e514a721875485a529d2c722fb187bc8980eb866644de41c68e1430645\
         46e861c0e2c9edd92ade71f46fcf50ff2ad97f951fda9f2a2eb6546f39689bd3"),
    b: hex("b4c4ee28cebc6c2c8ac12952cf37f16ac7efb6a9f69f4b57ffda2e4f0de5ade0\
         38cbc2fff719d2c18de0284b8bfef3b52b8cc7a5f5bf0a3c8d2319a5312557e1"),
    q: prime(
        "3fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff\
         c98cdba46506ab004c33a9ff5147502cc8eda9e7a769a12694623cef47f023ed",
    ),
    x: hex("e2e31edfc23de7bdebe241ce593ef5de2295b7a9cbaef021d385f7074cea043a\
         a27272a7ae602bf2a7b9033db9ed3610c6fb85487eae97aac5bc7928c1950148"),
    y: hex("f5ce40d95b5eb899abbccff5911cb8577939804d6527378b8c108c3d2090ff9b\
         e18e2d33e3021ed2ef32d85822423b6304f726aa854bae07d0396e9a9addc40f"),
};

const fn oid(text: &str) -> ObjectIdentifier {
    ObjectIdentifier::new_unwrap(text)
}

/// The object identifiers of the short curves: those of RFC 4357, then those of RFC 7836 in the order A to D.
static NAMES: [(ObjectIdentifier, &Curve<SHORT>); 9] = [
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

/// The same of the long curves.
static LONG_NAMES: [(ObjectIdentifier, &Curve<LONG>); 3] = [
    (oid("1.2.643.7.1.2.1.2.1"), &TC26_512_A),
    (oid("1.2.643.7.1.2.1.2.2"), &TC26_512_B),
    (oid("1.2.643.7.1.2.1.2.3"), &TC26_512_C),
];

pub(super) fn short(name: ObjectIdentifier) -> Option<&'static Curve<SHORT>> {
    NAMES.iter().find(|(known, _)| *known == name).map(|(_, curve)| *curve)
}

pub(super) fn long(name: ObjectIdentifier) -> Option<&'static Curve<LONG>> {
    LONG_NAMES.iter().find(|(known, _)| *known == name).map(|(_, curve)| *curve)
}

impl<const LIMBS: usize> Curve<LIMBS> {
    pub(super) const fn field(&self) -> Modulus<LIMBS> {
        Modulus::new_vartime(self.p)
    }

    pub(super) const fn order(&self) -> Modulus<LIMBS> {
        Modulus::new_vartime(self.q)
    }

    pub(super) const fn a(&self, field: &Modulus<LIMBS>) -> Residue<LIMBS> {
        Residue::new(&self.a, field)
    }

    pub(super) fn base(&self, field: &Modulus<LIMBS>) -> Point<LIMBS> {
        Point::new(&self.x, &self.y, field)
    }

    /// Tells whether the point lies on the curve, and its coordinates are below the prime.
    pub(super) fn contains(&self, x: &Uint<LIMBS>, y: &Uint<LIMBS>) -> bool {
        if x >= self.p.as_ref() || y >= self.p.as_ref() {
            return false;
        }
        let field = self.field();
        let (x, y, b) = (Residue::new(x, &field), Residue::new(y, &field), Residue::new(&self.b, &field));
        y.square() == x.square().add(&self.a(&field)).mul(&x).add(&b)
    }
}
