/**
 * The software bill of materials of the package, CycloneDX on standard output: what `npm install poolwright` brings, peers and
 * what is bundled in them included, not what builds it. npm's own `--omit dev` also leaves out what both need, so the lock
 * file decides. Neither a serial number nor a time: the same lock file gives the same bytes.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const peers = Object.keys(lock.packages[''].peerDependencies).map((name) => `node_modules/${name}`);
const shipped = new Map();
for (const [path, entry] of Object.entries(lock.packages)) {
  const isOfPeer = peers.some((peer) => path === peer || path.startsWith(`${peer}/node_modules/`));
  if (path === '' || ((entry.dev || entry.devOptional) && !isOfPeer)) continue;
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const ref = `${name}@${entry.version}`;
  // Of two copies the one that is no part of another package has a digest.
  if (shipped.get(ref)?.integrity === undefined) shipped.set(ref, entry);
}
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
const bom = JSON.parse(
  execFileSync(npm, ['sbom', '--sbom-format', 'cyclonedx'], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    stdio: ['ignore', 'pipe', 'ignore'],
  }),
);
const root = bom.metadata.component;
root.name = lock.name;
delete bom.serialNumber;
delete bom.metadata.timestamp;
bom.components = bom.components.filter((part) => shipped.has(part['bom-ref'])).map(asShipped);
bom.dependencies = bom.dependencies
  .filter(({ ref }) => ref === root['bom-ref'] || shipped.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => shipped.has(one)) }));
process.stdout.write(`${JSON.stringify(bom, null, 2)}\n`);

/**
 * Of two equal packages npm describes one, which may be the copy inside a development tool. What is bundled in another
 * package has that one's digest.
 */
function asShipped({ properties: _ofThatCopy, hashes: _ofThatCopyToo, ...part }) {
  const { integrity } = shipped.get(part['bom-ref']);
  if (integrity === undefined) {
    return { ...part, properties: [{ name: 'cdx:npm:package:bundled', value: 'true' }] };
  }
  const [algorithm, digest] = integrity.split('-');
  const content = Buffer.from(digest, 'base64').toString('hex');
  return { ...part, hashes: [{ alg: algorithm.replace('sha', 'SHA-'), content }] };
}
