import type { Outcome } from '../../../shared/doctor/finding'
import { maskedAddress } from '../../base/address'
import { ok, warning } from '../examination'

interface Watched {
  name: RegExp
  /** Its effect; `isFine`: no action is needed. */
  words: string
  isFine?: boolean
}

const watched: readonly Watched[] = [
  {
    name: /^NODE_TLS_REJECT_UNAUTHORIZED$/,
    words: 'asks programs to accept any certificate. This app ignores it; other programs may not'
  },
  {
    name: /^NODE_EXTRA_CA_CERTS$/,
    words: 'names further CA certificates. This app trusts those that are chosen in Settings',
    isFine: true
  },
  { name: /^SSLKEYLOGFILE$/, words: 'asks programs to write down the keys of their connections' },
  { name: /^NODE_DEBUG(_NATIVE)?$/, words: 'makes programs print what they send, tokens included' },
  { name: /^(NODE_OPTIONS|ELECTRON_RUN_AS_NODE|NODE_USE_SYSTEM_CA|OPENSSL_CONF)$/, words: 'changes how the app runs' },
  { name: /^SSL_CERT_(FILE|DIR)$/, words: 'decides which certificates this computer trusts', isFine: true },
  { name: /^(HTTPS?|ALL|NO|FTP)_PROXY$/i, words: 'is heard where the system has no proxy settings', isFine: true }
]

/** Masks names and passwords. */
export function lookAtVariables(environment: Readonly<Record<string, string | undefined>>): Outcome {
  const set = Object.entries(environment).flatMap(([name, value = '']) => {
    const one = watched.find((known) => known.name.test(name))
    return one && value !== '' ? [{ ...one, name, value }] : []
  })
  const facts = set.map(({ name, value, words }): [string, string] => [
    name,
    `${maskedAddress(withoutUser(value)).slice(0, 200)} (${words})`
  ])
  const bad = set.filter(({ isFine }) => !isFine)
  if (bad.length > 0) {
    const words = bad.map(({ name, words }) => `${name} ${words}.`).join(' ')
    return warning(
      words,
      'Take it out of the environment this app is started from, unless you set it on purpose.',
      facts
    )
  }
  return ok(set.length > 0 ? 'Nothing that changes what is safe.' : 'No variable changes how this app connects.', facts)
}

/** A proxy may have no scheme, and its password any character: everything up to the last `@` may be secret. */
const withoutUser = (value: string) => value.replace(/^([a-z][\w+.-]*:\/\/)?.*@/is, (_, scheme = '') => `${scheme}…@`)
