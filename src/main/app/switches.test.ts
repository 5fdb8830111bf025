import { expect, it } from 'vitest'
import { refusedSwitches, type Start } from './switches'

const start = (args: string[], change: Partial<Start> = {}): Start => ({
  ...{ args, asRoot: false, withoutSandbox: false, platform: 'linux' as const },
  ...change
})

it.each([
  '--remote-debugging-port=9222',
  '--remote-debugging-port',
  '--remote-debugging-pipe',
  '--remote-debugging-address=0.0.0.0',
  '-remote-debugging-port=9222',
  '--Remote-Debugging-Port=9222',
  '--inspect',
  '--inspect=0.0.0.0:9229',
  '--inspect-brk',
  '--inspect_brk',
  '--inspect-brk-node',
  '--debug-port=9229',
  '--js-flags=--expose-gc',
  '--disable-web-security',
  '--allow-file-access-from-files',
  '--ignore-certificate-errors',
  '--ignore-certificate-errors-spki-list=x',
  '--host-resolver-rules=MAP * 127.0.0.1',
  '--host-rules=MAP * 127.0.0.1',
  '--proxy-server=http://evil.example:8080',
  '--proxy-pac-url=http://evil.example/pac',
  '--proxy-bypass-list=*',
  '--no-proxy-server',
  '--log-net-log=/tmp/log',
  '--ssl-key-log-file=/tmp/keys',
  '--enable-logging=file',
  '--log-file=/tmp/log',
  '--trace-startup=*',
  '--browser-subprocess-path=/tmp/evil',
  '--renderer-cmd-prefix=/tmp/evil',
  '--utility-cmd-prefix=/tmp/evil',
  '--zygote-cmd-prefix=/tmp/evil',
  '--gpu-launcher=/tmp/evil',
  '--ppapi-plugin-launcher=/tmp/evil',
  '--single-process',
  '--in-process-gpu',
  '--no-zygote',
  '--no-zygote-sandbox',
  '--disable-gpu-sandbox',
  '--disable-seccomp-filter-sandbox',
  '--disable-site-isolation-trials',
  '--no-sandbox',
  '--No_Sandbox',
  '--load-extension=/tmp/evil',
  '--enable-features=NetworkServiceInProcess',
  '--disable-features=IsolateOrigins',
  '--type=renderer',
  '--require=/tmp/evil.js',
  '-r',
  '--a-switch-of-a-later-version'
])('@attack a packaged app refuses %s', (given) => {
  expect(refusedSwitches(start(['--user-data-dir=/tmp/x', given]))).toEqual([given])
})

it('@attack on Windows a slash begins a switch as well', () => {
  const args = ['/remote-debugging-port=9222', '/PRACTICE', '/practice']
  expect(refusedSwitches(start(args, { platform: 'win32' }))).toEqual(args.slice(0, 2))
})

it('@attack the sandbox is not left out by a variable of the environment either, unless as root', () => {
  expect(refusedSwitches(start([], { withoutSandbox: true }))).toEqual(['ELECTRON_DISABLE_SANDBOX'])
  expect(refusedSwitches(start(['--no-sandbox'], { withoutSandbox: true }))).toEqual(['--no-sandbox'])
  expect(refusedSwitches(start(['--no-sandbox'], { withoutSandbox: true, asRoot: true }))).toEqual([])
})

it('takes what an operator or a desktop gives it', () => {
  const own = ['--user-data-dir=/home/a/profile', '--practice', '--hidden', '--diagnose', '--startup-times']
  const shown = ['--ozone-platform=wayland', '--force-device-scale-factor=1.5', '--gtk-version=4', '--disable-gpu']
  const others = ['/home/inspect/file', 'inspect', 'connector-desk://workspace/open', '--', '-', '']
  expect(refusedSwitches(start([...own, ...shown, ...others]))).toEqual([])
  expect(refusedSwitches(start(['-psn_0_1'], { platform: 'darwin' }))).toEqual([])
  expect(refusedSwitches(start(['-Embedding'], { platform: 'win32' }))).toEqual([])
})

it('a command takes its own options, and still none of Chromium’s or Node’s', () => {
  const line = ['query', 'issues', '--cause=relink', '--older', '3d', '--json', '--user-data-dir=/x']
  expect(refusedSwitches(start(line, { isCommand: true }))).toEqual([])
  expect(refusedSwitches(start(line))).toEqual(['--cause=relink', '--older', '--json'])
  const hostile = ['mcp', '--inspect=0', '--remote-debugging-port=0', '--js-flags=x', '--utility-cmd-prefix=/x']
  expect(refusedSwitches(start(hostile, { isCommand: true }))).toEqual(hostile.slice(1))
})
