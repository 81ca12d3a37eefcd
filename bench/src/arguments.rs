//! The command line.

use std::path::PathBuf;

pub(crate) struct Options {
    pub(crate) what: What,
    pub(crate) passes: usize,
    pub(crate) startup_passes: usize,
    pub(crate) sizes: Vec<Size>,
    pub(crate) bin: Option<PathBuf>,
    pub(crate) into: Option<PathBuf>,
    pub(crate) pictures: Option<PathBuf>,
    pub(crate) quick: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum What {
    Encode,
    Decode,
    Options,
    Forms,
    Text,
    Short,
    Lengths,
    References,
    Startup,
    Command,
    Corpora,
    All,
}

/// How long the inputs are before they are encoded. The decoders read the encoded inputs.
#[derive(Clone, Copy)]
pub(crate) enum Size {
    /// One input of 4 MiB: larger than the caches of a core.
    Big,
    /// 4 MiB in chunks of 64 KiB: the input is cold, the output buffer is warm.
    Chunks,
    /// One input of 16 KiB, repeatedly: everything is in the cache.
    InCache,
}

impl Size {
    pub(crate) const ALL: [Self; 3] = [Self::Big, Self::Chunks, Self::InCache];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Big => "4m",
            Self::Chunks => "64k",
            Self::InCache => "16k",
        }
    }
}

pub(crate) const USAGE: &str = "\
usage: triplet-bench [encode|decode|options|forms|text|short|lengths|references|startup|command|corpora|all]
                     [--passes N] [--size 4m,64k,16k] [--bin PATH] [--into FOLDER] [--pictures FOLDER]
                     [--tier NAME] [--quick]";

impl Options {
    pub(crate) fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let (mut what, mut passes, mut sizes, mut quick) =
            (What::All, None, vec![Size::Big], false);
        let (mut bin, mut into, mut pictures) = (None, None, None);
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().ok_or(format!("`{argument}` needs a value"));
            match argument.as_str() {
                "encode" => what = What::Encode,
                "decode" => what = What::Decode,
                "options" => what = What::Options,
                "forms" => what = What::Forms,
                "text" => what = What::Text,
                "short" => what = What::Short,
                "lengths" => what = What::Lengths,
                "references" => what = What::References,
                "startup" => what = What::Startup,
                "command" => what = What::Command,
                "corpora" => what = What::Corpora,
                "all" => what = What::All,
                "--passes" => {
                    let number = value()?;
                    let valid = number.parse().ok().filter(|&passes| passes > 0);
                    passes = Some(valid.ok_or(format!("`{number}` is not a number of passes"))?);
                }
                "--size" => {
                    let named = |name| {
                        let size = Size::ALL.into_iter().find(|size| size.name() == name);
                        size.ok_or(format!("`{name}` is not a size: 4m, 64k or 16k"))
                    };
                    sizes = value()?.split(',').map(named).collect::<Result<_, _>>()?;
                }
                "--bin" => bin = Some(value()?.into()),
                "--into" => into = Some(value()?.into()),
                "--pictures" => pictures = Some(value()?.into()),
                "--tier" => {
                    let name = value()?;
                    let tier = triplet::Tier::by_name(&name).filter(|tier| tier.force());
                    tier.ok_or(format!("`{name}` is not a tier of this machine"))?;
                }
                "--quick" => quick = true,
                other => return Err(format!("`{other}` is not understood")),
            }
        }
        let startup_passes = passes.unwrap_or(if quick { 5 } else { 201 });
        let passes = passes.unwrap_or(if quick { 3 } else { 31 });
        if (what == What::Corpora) != into.is_some() {
            return Err("`corpora`, and only that, needs `--into FOLDER`".to_string());
        }
        if pictures.is_some() && !matches!(what, What::Lengths | What::All) {
            return Err("`--pictures` goes with `lengths`".to_string());
        }
        Ok(Self { what, passes, startup_passes, sizes, bin, into, pictures, quick })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options() {
        let parse = |line: &str| Options::parse(line.split_whitespace().map(String::from));
        let options = parse("decode --passes 7 --size 64k,16k").unwrap_or_else(|e| panic!("{e}"));
        assert!(options.what == What::Decode && options.passes == 7 && options.sizes.len() == 2);
        assert!(parse("").is_ok_and(|options| options.what == What::All && options.passes == 31));
        assert!(parse("corpora --into x").is_ok_and(|options| options.into.is_some()));
        for wrong in [
            "corpora",
            "encode --into x",
            "encode --pictures x",
            "encod",
            "--passes",
            "--passes 0",
            "--passes x",
            "--size 5m",
            "--bin",
        ] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
