//! The macros that make a type, its reader and its JSON Schema from one list of keys.

/// Makes a record: the type, its reader and (derived from the same fields) its schema. Every field is a key. A record
/// with a key that cannot be read is left out, unless it is marked `lenient`: then only that key is.
macro_rules! record {
    (@value strict, $value:expr, $type:ty) => { $value? };
    (@value lenient, $value:expr, $type:ty) => { $value.or_else(<$type as Read>::absent)? };
    ($(#[$meta:meta])* $mode:ident $name:ident ($what:literal) { $( $(#[$about:meta])* $key:ident : $type:ty, )* }) => {
        #[derive(Clone, PartialEq, Eq, Debug, schemars::JsonSchema)]
        #[schemars(deny_unknown_fields)]
        $(#[$meta])*
        pub(crate) struct $name {
            $( $(#[$about])* pub(crate) $key: $type, )*
            /// Where it begins.
            #[schemars(skip)]
            pub(crate) at: Mark,
        }

        impl Read for $name {
            const EXPECTED: &'static str = $what;

            fn read(reader: &mut Reader<'_>, id: NodeId) -> Option<Self> {
                let fields = reader.fields(id, $what, &[$(stringify!($key)),*])?;
                $( let $key: Option<$type> = reader.field(&fields, stringify!($key), $what); )*
                Some(Self { $( $key: record!(@value $mode, $key, $type), )* at: fields.at })
            }
        }
    };
}

/// Makes a set of words of which one can stand, with its reader and its schema.
macro_rules! words {
    ($(#[$meta:meta])* $name:ident ($what:literal) { $( $(#[$about:meta])* $variant:ident = $word:literal, )* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, schemars::JsonSchema)]
        pub(crate) enum $name {
            $( $(#[$about])* #[schemars(rename = $word)] $variant, )*
        }

        impl Read for $name {
            const EXPECTED: &'static str = $what;

            fn read(reader: &mut Reader<'_>, id: NodeId) -> Option<Self> {
                let (node, text) = reader.scalar(id, $what)?;
                match text {
                    $( $word => Some(Self::$variant), )*
                    _ => {
                        let help = did_you_mean(text, [$($word),*].into_iter());
                        reader.problem(node.at, text, concat!("expected ", $what).to_owned(), help);
                        None
                    }
                }
            }
        }
    };
}

pub(super) use {record, words};
