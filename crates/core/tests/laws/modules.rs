//! The modules of a crate as files: which file imports which, and which types each defines.
//!
//! Code under `#[cfg(test)]` is left out. The arguments of macros are not seen.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use syn::visit::{self, Visit};
use syn::{Attribute, Item, ItemMod, ItemUse, UseTree};

/// The path of a module from the root of its crate, such as `["archive", "mime", "part"]`.
pub(crate) type ModulePath = Vec<String>;

/// A file of a crate.
#[derive(Debug)]
pub(crate) struct Module {
    pub(crate) file: PathBuf,
    /// Modules of the crate that the file names in `use` items or in paths, itself excepted.
    pub(crate) imports: BTreeSet<ModulePath>,
    /// Names of the structs, enums, unions, traits and aliases that the file defines.
    pub(crate) types: Vec<String>,
}

/// Reads the crate whose root file is `root`.
pub(crate) fn read_crate(root: &Path) -> BTreeMap<ModulePath, Module> {
    let mut files = BTreeMap::new();
    let folder = root.parent().expect("a file is in a folder");
    parse(root, folder, Vec::new(), &mut files);
    let names = files.keys().cloned().collect::<BTreeSet<_>>();
    let modules = files.into_iter().map(|(path, (file, items))| {
        let mut visitor = FileVisitor {
            modules: &names,
            inside: path.clone(),
            imports: BTreeSet::new(),
            types: Vec::new(),
        };
        for item in &items {
            visitor.visit_item(item);
        }
        visitor.imports.remove(&path);
        (path, Module { file, imports: visitor.imports, types: visitor.types })
    });
    modules.collect()
}

/// Parses `file` and the files of the modules that it declares. `folder` is where these are.
fn parse(
    file: &Path,
    folder: &Path,
    path: ModulePath,
    files: &mut BTreeMap<ModulePath, (PathBuf, Vec<Item>)>,
) {
    let text =
        fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let items =
        syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display())).items;
    for item in &items {
        let Item::Mod(child) = item else { continue };
        if child.content.is_some() || is_test(&child.attrs) {
            continue;
        }
        let name = child.ident.to_string();
        let inside = folder.join(&name);
        let beside = folder.join(format!("{name}.rs"));
        let file = if beside.exists() { beside } else { inside.join("mod.rs") };
        parse(&file, &inside, [&path[..], &[name]].concat(), files);
    }
    files.insert(path, (file.to_owned(), items));
}

/// Reports whether an item is compiled for tests alone.
fn is_test(attributes: &[Attribute]) -> bool {
    let is_cfg_test = |attribute: &Attribute| {
        let syn::Meta::List(list) = &attribute.meta else { return false };
        let words = list.tokens.to_string();
        list.path.is_ident("cfg") && words.contains("test") && !words.contains("not")
    };
    attributes.iter().any(is_cfg_test)
}

/// Collects the imports and types of one file.
struct FileVisitor<'a> {
    modules: &'a BTreeSet<ModulePath>,
    /// The module that is visited, which may be written inside another in the same file.
    inside: ModulePath,
    imports: BTreeSet<ModulePath>,
    types: Vec<String>,
}

impl FileVisitor<'_> {
    /// Adds the module that a path names, if it is one of this crate.
    fn add(&mut self, segments: &[String]) {
        let [first, rest @ ..] = segments else { return };
        let mut full = match &**first {
            "crate" => Vec::new(),
            "self" => self.inside.clone(),
            "super" => {
                let outer = &self.inside[..self.inside.len().saturating_sub(1)];
                outer.to_vec()
            }
            child if self.modules.contains(&[&self.inside[..], &[child.to_owned()]].concat()) => {
                let mut full = self.inside.clone();
                full.push(child.to_owned());
                full
            }
            _ => return,
        };
        for segment in rest {
            if segment == "super" {
                full.pop();
            } else {
                full.push(segment.clone());
            }
        }
        // What follows the module are names of items; a module inside a file is the file.
        while !self.modules.contains(&full) {
            full.pop();
        }
        self.imports.insert(full);
    }

    /// Adds every path of a `use` tree.
    fn add_tree(&mut self, tree: &UseTree, mut path: Vec<String>) {
        match tree {
            UseTree::Path(step) => {
                path.push(step.ident.to_string());
                self.add_tree(&step.tree, path);
            }
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.add_tree(tree, path.clone());
                }
            }
            UseTree::Name(name) => {
                path.push(name.ident.to_string());
                self.add(&path);
            }
            UseTree::Rename(name) => {
                path.push(name.ident.to_string());
                self.add(&path);
            }
            UseTree::Glob(_) => self.add(&path),
        }
    }
}

impl Visit<'_> for FileVisitor<'_> {
    fn visit_item(&mut self, item: &Item) {
        let (attributes, name) = match item {
            Item::Struct(item) => (&item.attrs, Some(&item.ident)),
            Item::Enum(item) => (&item.attrs, Some(&item.ident)),
            Item::Union(item) => (&item.attrs, Some(&item.ident)),
            Item::Trait(item) => (&item.attrs, Some(&item.ident)),
            Item::Type(item) => (&item.attrs, Some(&item.ident)),
            Item::Mod(item) => (&item.attrs, None),
            Item::Use(item) => (&item.attrs, None),
            Item::Fn(item) => (&item.attrs, None),
            Item::Impl(item) => (&item.attrs, None),
            _ => return visit::visit_item(self, item),
        };
        if is_test(attributes) {
            return;
        }
        self.types.extend(name.map(ToString::to_string));
        visit::visit_item(self, item);
    }

    fn visit_item_mod(&mut self, item: &ItemMod) {
        self.inside.push(item.ident.to_string());
        visit::visit_item_mod(self, item);
        self.inside.pop();
    }

    fn visit_item_use(&mut self, item: &ItemUse) {
        self.add_tree(&item.tree, Vec::new());
    }

    fn visit_path(&mut self, path: &syn::Path) {
        if path.segments.len() > 1 {
            let segments = path.segments.iter().map(|segment| segment.ident.to_string());
            self.add(&segments.collect::<Vec<_>>());
        }
        visit::visit_path(self, path);
    }
}

/// What each of several files or folders imports of the others.
pub(crate) type Imports<T> = BTreeMap<T, BTreeSet<T>>;

/// Returns the imports of the modules.
pub(crate) fn imports(modules: &BTreeMap<ModulePath, Module>) -> Imports<ModulePath> {
    modules.iter().map(|(path, module)| (path.clone(), module.imports.clone())).collect()
}

/// Returns the imports between the files and subfolders of each folder.
pub(crate) fn rooms(
    modules: &BTreeMap<ModulePath, Module>,
) -> BTreeMap<ModulePath, Imports<String>> {
    let mut rooms = BTreeMap::<ModulePath, Imports<String>>::new();
    for (path, module) in modules {
        for import in &module.imports {
            let shared = path.iter().zip(import).take_while(|(a, b)| a == b).count();
            // A module may import what is inside it, and its files the module.
            let (Some(from), Some(to)) = (path.get(shared), import.get(shared)) else { continue };
            let folder = rooms.entry(path[..shared].to_vec()).or_default();
            folder.entry(to.clone()).or_default();
            folder.entry(from.clone()).or_default().insert(to.clone());
        }
    }
    rooms
}

/// Returns a cycle of imports, each followed by one that it imports, or `None` if there is none.
pub(crate) fn find_cycle<T: Clone + Ord>(imports: &Imports<T>) -> Option<Vec<T>> {
    // Removes those that import none which is left, until none can be removed. Each of those left imports another one
    // that is left, so a walk along imports ends in a cycle.
    let mut left = imports.keys().collect::<BTreeSet<_>>();
    loop {
        let before = left.len();
        let open = left.clone();
        left.retain(|path| imports[*path].iter().any(|import| open.contains(import)));
        if left.len() == before {
            break;
        }
    }
    let mut walk = vec![(*left.first()?).clone()];
    loop {
        let last = walk.last().expect("the walk has a start");
        let next = imports[last].iter().find(|import| left.contains(import));
        let next = next.expect("each that is left imports another").clone();
        if let Some(start) = walk.iter().position(|path| *path == next) {
            walk.push(next);
            return Some(walk.split_off(start));
        }
        walk.push(next);
    }
}
