text_error! {
    /// An invalid line of a plan or a listing, or a plan that cannot be made.
    BadPlan, pub(crate) new
}

impl From<serde_json::Error> for BadPlan {
    fn from(error: serde_json::Error) -> BadPlan {
        BadPlan::new(error.to_string())
    }
}
