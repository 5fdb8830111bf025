/**
 * Switches of Chromium and Node that open the app to another program, take a guard away, or write what it does to a
 * file. Development and tests need some of them; a packaged app refuses all.
 */
const refused = [
  /^remote-debugging-/,
  /^remote-allow-origins$/,
  /^inspect/,
  /^debug/,
  /^js-flags$/,
  /^(auto-open-devtools|devtools)/,
  /^load-extension$/,
  /^(disable-web-security|allow-file-access|unsafely-treat-insecure|disable-site-isolation|allow-running-insecure)/,
  /^(ignore-certificate-errors|allow-insecure-localhost|use-node-openssl|tls-)/,
  /^(host-rules|host-resolver-rules)$/,
  /^(log-net-log|net-log-capture-mode|ssl-key-log-file|trace-)/,
  /-cmd-prefix$/,
  /^(require|import|experimental-loader|loader|eval|env-file)$/
]

/**
 * @param args all that the app was started with, less the program
 * @returns the switches among them that a packaged app is not started with, as they were given
 */
export function refusedSwitches(args: readonly string[]): string[] {
  return args.filter((arg) => {
    // Chromium takes one dash as well, a slash on Windows, and any case there.
    const name = /^(?:--?|\/)([a-z][\w-]*)/i.exec(arg)?.[1]?.toLowerCase().replaceAll('_', '-')
    return name !== undefined && refused.some((one) => one.test(name))
  })
}
