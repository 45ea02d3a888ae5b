/**
 * The software bill of materials of the package, CycloneDX on standard output: what `npm install poolwright` brings, not what
 * builds it. npm's own `--omit dev` also leaves out what both need, so the lock file decides. Neither a serial number nor
 * a time: the same lock file gives the same bytes.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const shipped = new Map(
  Object.entries(lock.packages)
    .filter(([path, entry]) => path !== '' && !entry.dev && !entry.devOptional)
    .map(([path, entry]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return [`${name}@${entry.version}`, entry];
    }),
);
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

/** Of two equal packages npm describes one, which may be the copy inside a development tool: without a digest. */
function asShipped({ properties: _ofThatCopy, ...part }) {
  const [algorithm, digest] = shipped.get(part['bom-ref']).integrity.split('-');
  const content = Buffer.from(digest, 'base64').toString('hex');
  return { ...part, hashes: [{ alg: algorithm.replace('sha', 'SHA-'), content }] };
}
