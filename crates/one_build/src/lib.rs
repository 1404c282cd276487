//! Holds nothing: the manifest turns on features of dependencies, so that the build of one package shares them with the
//! build of all.
