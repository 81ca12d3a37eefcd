//! The writings that have a model, and the languages that are written so.

use core::fmt;

/// A script, or one use of a script, for which there is a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Writing {
    /// Latin letters of western and northern Europe.
    Western,
    /// Latin letters of central Europe.
    Central,
    /// Cyrillic.
    Cyrillic,
    /// Greek.
    Greek,
    /// Hebrew.
    Hebrew,
    /// Arabic and Persian.
    Arabic,
    /// Thai.
    Thai,
    /// Turkish.
    Turkish,
    /// Vietnamese.
    Vietnamese,
    /// Simplified Chinese.
    Simplified,
    /// Traditional Chinese.
    Traditional,
    /// Japanese.
    Japanese,
    /// Korean.
    Korean,
}

impl Writing {
    /// All writings, in the order of the tables.
    pub(super) const ALL: [Writing; 13] = [
        Writing::Western,
        Writing::Central,
        Writing::Cyrillic,
        Writing::Greek,
        Writing::Hebrew,
        Writing::Arabic,
        Writing::Thai,
        Writing::Turkish,
        Writing::Vietnamese,
        Writing::Simplified,
        Writing::Traditional,
        Writing::Japanese,
        Writing::Korean,
    ];

    /// The writings of East Asia.
    pub(super) const EAST_ASIAN: [Writing; 4] =
        [Writing::Simplified, Writing::Traditional, Writing::Japanese, Writing::Korean];

    /// What is frequent, as a reason.
    pub(super) const fn frequent(self) -> &'static str {
        match self {
            Writing::Western => "usual letters of western Europe",
            Writing::Central => "usual letters of central Europe",
            Writing::Cyrillic => "usual Cyrillic letters",
            Writing::Greek => "usual Greek letters",
            Writing::Hebrew => "usual Hebrew letters",
            Writing::Arabic => "usual Arabic letters",
            Writing::Thai => "usual Thai letters",
            Writing::Turkish => "usual Turkish letters",
            Writing::Vietnamese => "usual Vietnamese letters",
            Writing::Simplified => "frequent characters of simplified Chinese",
            Writing::Traditional => "frequent characters of traditional Chinese",
            Writing::Japanese => "frequent Japanese characters",
            Writing::Korean => "frequent Korean syllables",
        }
    }

    /// The writing of a language by its tag (BCP 47, in any case, `-` or `_` between its parts).
    ///
    /// `None` for languages without a model. Chinese is simplified unless the tag says `Hant`, `TW`, `HK` or `MO`; Serbian is Cyrillic
    /// unless it says `Latn`.
    ///
    /// ```
    /// # use triplet::readings::Writing;
    /// assert_eq!(Writing::of_language("ko-KR"), Some(Writing::Korean));
    /// assert_eq!(Writing::of_language("zh-TW"), Some(Writing::Traditional));
    /// assert_eq!(Writing::of_language("tlh"), None);
    /// ```
    #[must_use]
    pub fn of_language(tag: &str) -> Option<Writing> {
        let mut parts = tag.split(['-', '_']);
        let language = parts.next().unwrap_or_default();
        let says = |list: &[&str]| {
            parts.clone().any(|part| list.iter().any(|each| part.eq_ignore_ascii_case(each)))
        };
        if language.eq_ignore_ascii_case("zh") {
            let is_traditional = says(&["Hant"]) || (!says(&["Hans"]) && says(&["TW", "HK", "MO"]));
            return Some(if is_traditional { Writing::Traditional } else { Writing::Simplified });
        }
        if language.eq_ignore_ascii_case("sr") && says(&["Latn"]) {
            return Some(Writing::Central);
        }
        LANGUAGES
            .iter()
            .find(|(_, tags)| tags.split(' ').any(|each| each.eq_ignore_ascii_case(language)))
            .map(|(writing, _)| *writing)
    }
}

/// The languages of each writing except Chinese.
const LANGUAGES: [(Writing, &str); 11] = [
    (Writing::Western, "af ca da de en es eu fi fo fr ga gl is it nb nl nn no pt sv"),
    (Writing::Central, "bs cs hr hu pl ro sk sl sq"),
    (Writing::Cyrillic, "be bg mk ru sr uk"),
    (Writing::Greek, "el"),
    (Writing::Hebrew, "he iw yi"),
    (Writing::Arabic, "ar fa ur"),
    (Writing::Thai, "th"),
    (Writing::Turkish, "az tr"),
    (Writing::Vietnamese, "vi"),
    (Writing::Japanese, "ja"),
    (Writing::Korean, "ko"),
];

/// The languages that the reader knows. Readings in them are worth six bits more: of two readings that are about as likely, the one
/// in a language of the reader is first. A language excludes nothing. By default no language is known, and nothing is assumed.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Languages(u16);

/// The writings of the languages: `{Western, Korean}`.
impl fmt::Debug for Languages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set()
            .entries(Writing::ALL.iter().filter(|writing| self.contains(**writing)))
            .finish()
    }
}

impl Languages {
    /// The languages with these tags, as `Accept-Language` or `navigator.languages` has them. Languages without a model are ignored.
    ///
    /// ```
    /// use triplet::readings::{Languages, Writing};
    ///
    /// let reader = Languages::of(["ko-KR", "en", "tlh"]);
    /// assert!(reader.contains(Writing::Korean) && !reader.contains(Writing::Japanese));
    /// assert_eq!(format!("{reader:?}"), "{Western, Korean}");
    /// ```
    #[must_use]
    pub fn of<'a>(tags: impl IntoIterator<Item = &'a str>) -> Languages {
        let writings = tags.into_iter().filter_map(Writing::of_language);
        Languages(writings.fold(0, |bits, writing| bits | 1 << writing as u16))
    }

    /// Whether a language of the reader is written so.
    #[must_use]
    pub const fn contains(self, writing: Writing) -> bool {
        self.0 & (1 << writing as u16) != 0
    }
}
