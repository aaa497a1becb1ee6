/**
 * Returns the packages that a program needs when it runs, as paths of a lock file such as `node_modules/pg`.
 * @param lock the content of package-lock.json
 * @param without names of packages that are left out, with everything that only they need
 */
export function neededPackages(lock, without) {
  const { packages } = lock;
  const needed = new Set();
  const visit = (path) => {
    const { dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {} } = packages[path];
    const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      if (without.includes(name)) continue;
      const found = resolved(packages, path, name);
      if (found === undefined || needed.has(found)) continue;
      needed.add(found);
      visit(found);
    }
  };
  visit('');
  return [...needed].sort();
}

/** Returns the path where Node finds a dependency of a package: in its own folder first, then further up. */
function resolved(packages, from, name) {
  for (let folder = from; ; ) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (path in packages) return path;
    if (folder === '') return undefined;
    const at = folder.lastIndexOf('/node_modules/');
    folder = at === -1 ? '' : folder.slice(0, at);
  }
}
