/** `SHUFFLE=1 node --import test/matrix/shuffle-hook.mjs PROGRAM`: folders list their names in another order. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

let state = Number(process.env.SHUFFLE);

function shuffled(entries) {
  const list = [...entries];
  for (let i = list.length - 1; i > 0; i--) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const j = state % (i + 1);
    [list[i], list[j]] = [list[j], list[i]];
  }
  return list;
}

const { readdirSync, readdir, opendirSync, opendir } = fs;
const { readdir: readdirPromise, opendir: opendirPromise } = fs.promises;
fs.readdirSync = (...args) => shuffled(readdirSync(...args));
fs.readdir = (...args) => {
  const done = args.pop();
  readdir(...args, (error, found) => done(error, found === undefined ? found : shuffled(found)));
};
fs.promises.readdir = async (...args) => shuffled(await readdirPromise(...args));
// Nobody reads folders entry by entry today; who begins to has to be shuffled, too.
for (const [owner, name, original] of [
  [fs, 'opendirSync', opendirSync],
  [fs, 'opendir', opendir],
  [fs.promises, 'opendir', opendirPromise],
]) {
  owner[name] = () => {
    throw new Error(`shuffle-hook.mjs does not know ${original.name}`);
  };
}
syncBuiltinESMExports();
