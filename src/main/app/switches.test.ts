import { expect, it } from 'vitest'
import { refusedSwitches } from './switches'

it.each([
  '--remote-debugging-port=9222',
  '--remote-debugging-port',
  '--remote-debugging-pipe',
  '--remote-debugging-address=0.0.0.0',
  '-remote-debugging-port=9222',
  '/remote-debugging-port=9222',
  '--Remote-Debugging-Port=9222',
  '--inspect',
  '--inspect=0.0.0.0:9229',
  '--inspect-brk',
  '--inspect_brk',
  '--inspect-brk-node',
  '--debug-port=9229',
  '--js-flags=--expose-gc',
  '--disable-web-security',
  '--ignore-certificate-errors-spki-list=x',
  '--host-resolver-rules=MAP * 127.0.0.1',
  '--log-net-log=/tmp/log',
  '--ssl-key-log-file=/tmp/keys',
  '--renderer-cmd-prefix=/tmp/evil',
  '--load-extension=/tmp/evil',
  '--require=/tmp/evil.js'
])('@attack a packaged app refuses %s', (given) => {
  expect(refusedSwitches(['--user-data-dir=/tmp/x', given])).toEqual([given])
})

it('takes what an operator or a desktop gives it', () => {
  const usual = ['--user-data-dir=/home/a/profile', '--practice', '--no-sandbox', '--ozone-platform=wayland']
  const more = ['--force-device-scale-factor=1.5', '--gtk-version=4', '/home/inspect/file', 'inspect', '--', '-psn_0_1']
  expect(refusedSwitches([...usual, ...more])).toEqual([])
})
