//! Methods of deserializers that differ in their names only.

/// Methods that do the same with their visitor: `forward!(self, visitor, Error, visitor.visit_unit(); unit_struct ignored_any)`.
macro_rules! forward {
    ($self:ident, $visitor:ident, $error:ty, $result:expr; $($kind:ident)*) => {
        $($crate::form::forward::forward! { @$kind $self, $visitor, $error, $result })*
    };
    (@byte_buf $($rest:tt)*) => { $crate::form::forward::forward! { @ deserialize_byte_buf() $($rest)* } };
    (@ignored_any $($rest:tt)*) => { $crate::form::forward::forward! { @ deserialize_ignored_any() $($rest)* } };
    (@unit_struct $($rest:tt)*) => { $crate::form::forward::forward! { @ deserialize_unit_struct(&'static str) $($rest)* } };
    (@newtype_struct $($rest:tt)*) => { $crate::form::forward::forward! { @ deserialize_newtype_struct(&'static str) $($rest)* } };
    (@tuple $($rest:tt)*) => { $crate::form::forward::forward! { @ deserialize_tuple(usize) $($rest)* } };
    (@tuple_struct $($rest:tt)*) => { $crate::form::forward::forward! { @ deserialize_tuple_struct(&'static str, usize) $($rest)* } };
    (@struct $($rest:tt)*) => {
        $crate::form::forward::forward! { @ deserialize_struct(&'static str, &'static [&'static str]) $($rest)* }
    };
    (@enum $($rest:tt)*) => {
        $crate::form::forward::forward! { @ deserialize_enum(&'static str, &'static [&'static str]) $($rest)* }
    };
    (@ $method:ident($($type:ty),*) $self:ident, $visitor:ident, $error:ty, $result:expr) => {
        fn $method<V: ::serde::de::Visitor<'de>>($self, $(_: $type,)* $visitor: V) -> Result<V::Value, $error> {
            $result
        }
    };
}
pub(crate) use forward;
