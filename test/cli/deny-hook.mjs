/** `node --import test/cli/deny-hook.mjs PROGRAM`: a program that reaches for the network or starts a process is told no. */
import childProcess from 'node:child_process';
import dgram from 'node:dgram';
import dns from 'node:dns';
import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import tls from 'node:tls';

const DENIED = [
  [childProcess, ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork']],
  [dgram, ['createSocket']],
  [dns, ['lookup', 'resolve', 'resolve4', 'resolve6', 'reverse']],
  [dns.promises, ['lookup', 'resolve', 'resolve4', 'resolve6', 'reverse']],
  [http, ['request', 'get', 'createServer']],
  [http2, ['connect', 'createServer']],
  [https, ['request', 'get', 'createServer']],
  [net, ['connect', 'createConnection', 'createServer']],
  [net.Socket.prototype, ['connect']],
  [net.Server.prototype, ['listen']],
  [tls, ['connect']],
  [globalThis, ['fetch', 'WebSocket', 'EventSource']],
];

for (const [owner, names] of DENIED) {
  for (const name of names) {
    const value = () => {
      // Whoever catches what is thrown is found out all the same.
      process.stderr.write(`DENIED ${name}\n`);
      process.exit(66);
    };
    Object.defineProperty(owner, name, { value, configurable: true, writable: true });
  }
}
syncBuiltinESMExports();
