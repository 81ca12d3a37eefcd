//! Names and values as text: what each type of `serde` is in a form.

use alloc::string::String;
use core::fmt::{self, Write};

use serde::ser::{self, Impossible, Serialize, SerializeSeq};

/// Where the text of one name or value goes.
pub(crate) trait Sink: Sized {
    type Error: ser::Error;
    type List: SerializeSeq<Ok = (), Error = Self::Error>;

    fn text(self, text: &str) -> Result<(), Self::Error>;
    /// Text that every encode set of forms keeps: letters, digits, `-` and `.`.
    fn kept(self, text: &str) -> Result<(), Self::Error> {
        self.text(text)
    }
    fn octets(self, octets: &[u8]) -> Result<(), Self::Error>;
    fn none(self) -> Result<(), Self::Error>;
    fn some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Self::Error>;
    fn list(self) -> Result<Self::List, Self::Error>;
    fn unit_struct(self, name: &'static str) -> Result<(), Self::Error>;
    /// The error for something that has no place here.
    fn refuse(self, what: &str) -> Self::Error;
}

/// Methods of a serializer that refuse what they are given, by the names of their kinds: `refuse!(self, Error, value; seq map)`.
macro_rules! refuse {
    ($self:ident, $error:ty, $value:expr; $($kind:ident)*) => {
        $($crate::form::text::refuse! { @$kind $self, $error, $value })*
    };
    (@scalars $($rest:tt)*) => {
        $crate::form::text::refuse! {
            @each [
                serialize_bool bool, serialize_i8 i8, serialize_i16 i16, serialize_i32 i32, serialize_i64 i64,
                serialize_i128 i128, serialize_u8 u8, serialize_u16 u16, serialize_u32 u32, serialize_u64 u64,
                serialize_u128 u128, serialize_f32 f32, serialize_f64 f64, serialize_char char, serialize_str &str,
                serialize_bytes &[u8]
            ] $($rest)*
        }
    };
    (@each [$($method:ident $type:ty),*] $self:ident, $error:ty, $value:expr) => {
        $($crate::form::text::refuse! { @ $method($type) -> Ok, $self, $error, $value })*
    };
    (@unit $($rest:tt)*) => {
        $crate::form::text::refuse! { @ serialize_unit() -> Ok, $($rest)* }
    };
    (@unit_struct $($rest:tt)*) => {
        $crate::form::text::refuse! { @ serialize_unit_struct(&'static str) -> Ok, $($rest)* }
    };
    (@unit_variant $($rest:tt)*) => {
        $crate::form::text::refuse! { @ serialize_unit_variant(&'static str, u32, &'static str) -> Ok, $($rest)* }
    };
    (@seq $($rest:tt)*) => {
        $crate::form::text::refuse! { @ serialize_seq(Option<usize>) -> SerializeSeq, $($rest)* }
    };
    (@tuple $($rest:tt)*) => {
        $crate::form::text::refuse! { @ serialize_tuple(usize) -> SerializeTuple, $($rest)* }
    };
    (@tuple_struct $($rest:tt)*) => {
        $crate::form::text::refuse! { @ serialize_tuple_struct(&'static str, usize) -> SerializeTupleStruct, $($rest)* }
    };
    (@map $($rest:tt)*) => {
        $crate::form::text::refuse! { @ serialize_map(Option<usize>) -> SerializeMap, $($rest)* }
    };
    (@struct $($rest:tt)*) => {
        $crate::form::text::refuse! { @ serialize_struct(&'static str, usize) -> SerializeStruct, $($rest)* }
    };
    (@variants $self:ident, $error:ty, $value:expr) => {
        fn serialize_newtype_variant<Contents: ::serde::Serialize + ?Sized>(
            $self, _: &'static str, _: u32, _: &'static str, _: &Contents,
        ) -> Result<Self::Ok, $error> {
            Err($value)
        }

        fn serialize_tuple_variant(
            $self, _: &'static str, _: u32, _: &'static str, _: usize,
        ) -> Result<Self::SerializeTupleVariant, $error> {
            Err($value)
        }

        fn serialize_struct_variant(
            $self, _: &'static str, _: u32, _: &'static str, _: usize,
        ) -> Result<Self::SerializeStructVariant, $error> {
            Err($value)
        }
    };
    (@ $method:ident($($type:ty),*) -> $result:ident, $self:ident, $error:ty, $value:expr) => {
        fn $method($self, $(_: $type),*) -> Result<Self::$result, $error> {
            Err($value)
        }
    };
}
pub(crate) use refuse;

/// `Some` and a newtype are serialized as what is in them.
macro_rules! transparent {
    ($error:ty) => {
        fn serialize_some<Contents: ::serde::Serialize + ?Sized>(
            self,
            value: &Contents,
        ) -> Result<Self::Ok, $error> {
            value.serialize(self)
        }

        fn serialize_newtype_struct<Contents: ::serde::Serialize + ?Sized>(
            self,
            _: &'static str,
            value: &Contents,
        ) -> Result<Self::Ok, $error> {
            value.serialize(self)
        }
    };
}
pub(crate) use transparent;

/// Writes one name or value.
pub(crate) struct TextSerializer<S>(pub(crate) S);

impl<S: Sink> TextSerializer<S> {
    fn integer(self, negative: bool, mut rest: u64) -> Result<(), S::Error> {
        // A sign and the twenty digits of `u64::MAX`.
        let mut text = [b'-'; 21];
        let mut at = text.len();
        loop {
            at -= 1;
            text[at] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        if negative {
            at -= 1;
        }
        self.0.kept(str::from_utf8(&text[at..]).unwrap_or_default())
    }

    fn formatted(self, number: impl fmt::Display) -> Result<(), S::Error> {
        let mut text = String::new();
        let _ = write!(text, "{number}");
        self.0.kept(&text)
    }

    /// A floating-point number: the shortest digits that give the same number, with an exponent if the point would be more
    /// than `most` digits from the first or more than `least` zeros before it. It is the notation of the crate `ryu`, which
    /// `serde_urlencoded` and `serde_json` write.
    fn float(self, scientific: impl fmt::LowerExp, most: i32, least: i32) -> Result<(), S::Error> {
        let mut text = String::new();
        let _ = write!(text, "{scientific:e}");
        let Some((mantissa, exponent)) = text.split_once('e') else {
            // Not a number, or infinite.
            return self.0.kept(&text);
        };
        let exponent: i32 = exponent.parse().unwrap_or_default();
        let (sign, mantissa) = match mantissa.strip_prefix('-') {
            Some(rest) => ("-", rest),
            None => ("", mantissa),
        };
        let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
        let count = digits.len() as i32;
        // Where the point is, counted from the first digit.
        let point = exponent + 1;
        let mut out = String::from(sign);
        if digits == "0" {
            out.push_str("0.0");
        } else if count <= point && point <= most {
            out.push_str(&digits);
            out.extend(core::iter::repeat_n('0', (point - count) as usize));
            out.push_str(".0");
        } else if 0 < point && point <= most {
            let (whole, part) = digits.split_at(point as usize);
            out.extend([whole, ".", part]);
        } else if -least < point && point <= 0 {
            out.push_str("0.");
            out.extend(core::iter::repeat_n('0', -point as usize));
            out.push_str(&digits);
        } else {
            out.push_str(mantissa);
            out.push('e');
            let _ = write!(out, "{exponent}");
        }
        self.0.kept(&out)
    }
}

macro_rules! integers {
    ($($method:ident $type:ty),*) => { $(
        fn $method(self, number: $type) -> Result<(), S::Error> {
            #[allow(unused_comparisons, reason = "it has no sign")]
            self.integer(number < 0, i64::from(number).unsigned_abs())
        }
    )* };
}

impl<S: Sink> ser::Serializer for TextSerializer<S> {
    type Ok = ();
    type Error = S::Error;
    type SerializeSeq = S::List;
    type SerializeTuple = Impossible<(), S::Error>;
    type SerializeTupleStruct = Impossible<(), S::Error>;
    type SerializeTupleVariant = Impossible<(), S::Error>;
    type SerializeMap = Impossible<(), S::Error>;
    type SerializeStruct = Impossible<(), S::Error>;
    type SerializeStructVariant = Impossible<(), S::Error>;

    integers!(
        serialize_i8 i8, serialize_i16 i16, serialize_i32 i32, serialize_i64 i64, serialize_u8 u8, serialize_u16 u16,
        serialize_u32 u32
    );

    fn serialize_u64(self, number: u64) -> Result<(), S::Error> {
        self.integer(false, number)
    }

    fn serialize_u128(self, number: u128) -> Result<(), S::Error> {
        self.formatted(number)
    }

    fn serialize_i128(self, number: i128) -> Result<(), S::Error> {
        self.formatted(number)
    }

    fn serialize_f32(self, number: f32) -> Result<(), S::Error> {
        self.float(number, 13, 6)
    }

    fn serialize_f64(self, number: f64) -> Result<(), S::Error> {
        self.float(number, 16, 5)
    }

    fn serialize_bool(self, value: bool) -> Result<(), S::Error> {
        self.0.kept(if value { "true" } else { "false" })
    }

    fn serialize_char(self, c: char) -> Result<(), S::Error> {
        self.0.text(c.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, text: &str) -> Result<(), S::Error> {
        self.0.text(text)
    }

    fn serialize_bytes(self, octets: &[u8]) -> Result<(), S::Error> {
        self.0.octets(octets)
    }

    fn serialize_none(self) -> Result<(), S::Error> {
        self.0.none()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), S::Error> {
        self.0.some(value)
    }

    fn serialize_unit_struct(self, name: &'static str) -> Result<(), S::Error> {
        self.0.unit_struct(name)
    }

    fn serialize_unit_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
    ) -> Result<(), S::Error> {
        self.0.text(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        value: &T,
    ) -> Result<(), S::Error> {
        value.serialize(self)
    }

    fn serialize_seq(self, _len: Option<usize>) -> Result<S::List, S::Error> {
        self.0.list()
    }

    refuse!(self, S::Error, self.0.refuse("`()`"); unit);
    refuse!(self, S::Error, self.0.refuse("a tuple"); tuple tuple_struct);
    refuse!(self, S::Error, self.0.refuse("a map"); map);
    refuse!(self, S::Error, self.0.refuse("a struct"); struct);
    refuse!(self, S::Error, self.0.refuse("a variant with contents"); variants);
}
