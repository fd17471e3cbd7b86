//! Suggestions for names that are not known.

/// The least similarity of a name to the one that was given, if it is suggested. Clap's is 0.7, at which `grep` is
/// `progress`.
const LEAST_SIMILARITY: f64 = 0.8;

/// Returns the one of `names` that is most similar to `word`, or is one of its words, if there is one. Dashes before
/// them and case do not count.
pub fn nearest<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let word = word.trim_start_matches('-').to_lowercase();
    let similarity = |name: &'n str| {
        let bare = name.trim_start_matches('-');
        let is_word = word.split(['-', '_']).any(|it| it == bare)
            || bare.split(['-', '_']).any(|it| it == word);
        (if is_word { 1.0 } else { strsim::jaro(&word, bare) }, name)
    };
    let similar = names.into_iter().map(similarity).filter(|(grade, _)| *grade >= LEAST_SIMILARITY);
    similar.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, name)| name)
}

/// Returns the end of a message about the unknown name `word`: the nearest one of `names`, or the page of the guide
/// that lists them.
pub fn hint<'n>(word: &str, names: impl IntoIterator<Item = &'n str>, page: &str) -> String {
    match nearest(word, names) {
        Some(name) => format!("did you mean `{name}`?"),
        None => format!("`urlsift help {page}` lists them"),
    }
}
