/**
 * Builds what a checkout lacks: `npm install` from a git address packs the checkout, and `lib/` is not in git. With
 * `--global`, as pre-commit installs, npm installs no development dependencies into the checkout, because it hands its own
 * settings on; so they are left out here.
 */
import { execSync } from 'node:child_process';
import { existsSync } from 'node:fs';

if (!existsSync('lib')) {
  const inherited = /^npm_config_(global|prefix|location|local_prefix|global_prefix|install_links)$/i;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !inherited.test(name)));
  const run = (command) => execSync(command, { env, stdio: ['ignore', 2, 2] });
  if (!existsSync('node_modules/typescript')) run('npm ci --ignore-scripts --no-audit --no-fund');
  run('npm run --silent build');
}
