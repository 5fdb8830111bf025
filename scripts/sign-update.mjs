// npm run sign-update: makes the publisher's key, and the signed list of an update folder. See docs/updates.md.
import { createHash, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { main } from './bootstrap.mjs'
import { isMain, root, say } from './run.mjs'

const usage = `npm run sign-update -- new-key <private.pem> [<public.pem>]
npm run sign-update -- sign <folder> --key <private.pem> --version <x.y.z> [--notes <file>] <target>=<package> ...
  target: linux-x64-deb, linux-x64-rpm, linux-arm64-deb, linux-arm64-rpm, win32-x64, win32-arm64, darwin-universal`

/**
 * Ed25519. Only the owner can read the private file; an existing key is never replaced.
 * @param {string} privateFile never in the repository
 * @param {string} publicFile shipped in the packages
 */
export function newKey(privateFile, publicFile) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  writeFileSync(privateFile, privateKey.export({ type: 'pkcs8', format: 'pem' }), { flag: 'wx', mode: 0o600 })
  writeFileSync(publicFile, publicKey.export({ type: 'spki', format: 'pem' }))
}

/**
 * Writes update.json, with the signature of exactly its text.
 * @param {string} folder holds the packages
 * @param {{ key: string, version: string, notes: string, packages: Record<string, string> }} release key: PEM;
 *   packages: file name by target
 */
export function signUpdate(folder, { key, version, notes, packages }) {
  const described = Object.entries(packages).map(([target, name]) => [target, describe(folder, name)])
  const list = {
    product: 'connector-desk',
    version,
    notes,
    signedAt: Date.now(),
    packages: Object.fromEntries(described)
  }
  const signed = JSON.stringify(list)
  const signature = sign(null, Buffer.from(signed), createPrivateKey(key)).toString('base64')
  writeFileSync(join(folder, 'update.json'), JSON.stringify({ signed, signature }, null, 2) + '\n')
}

/** As in `src/main/updates/manifest.ts`: with another name the app refuses the list. */
const PACKAGE_NAME = /^[A-Za-z0-9][\w.+~-]{0,150}$/

function describe(folder, name) {
  if (!PACKAGE_NAME.test(name)) throw new Error(`The app takes no package called “${name}”: no spaces, no folders.`)
  const bytes = readFileSync(join(folder, name))
  return { name, bytes: bytes.length, sha512: createHash('sha512').update(bytes).digest('hex') }
}

if (isMain(import.meta)) {
  await main(async () => {
    const options = { key: { type: 'string' }, version: { type: 'string' }, notes: { type: 'string' } }
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    const [act, place, ...rest] = positionals
    if (act === 'new-key' && place) {
      const publicFile = rest[0] ?? join(root, 'resources', 'update-key.pem')
      newKey(place, publicFile)
      return say(`Keep ${place} where only releases are made. ${publicFile} goes into the packages.`)
    }
    const packages = Object.fromEntries(rest.map((pair) => pair.split('=', 2)))
    const { key, version, notes } = values
    const whole = rest.length > 0 && Object.values(packages).every(Boolean)
    if (act !== 'sign' || !place || !key || !/^\d+\.\d+\.\d+$/.test(version ?? '') || !whole) throw new Error(usage)
    const texts = { key: readFileSync(key, 'utf8'), notes: notes ? readFileSync(notes, 'utf8') : '' }
    signUpdate(place, { ...texts, version, packages })
    say(`${join(place, 'update.json')} offers ${version} for ${Object.keys(packages).join(', ')}.`)
  })
}
