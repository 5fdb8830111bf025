import { dayOf } from '../../settings/pem'

export interface Seen {
  subject: string
  issuer: string
  /** ms since 1970 */
  validFrom: number
  validTo: number
  /** As "api.example.com, *.example.com". */
  names: string
}

export interface CertificateFault {
  words: string
  next: string
}

const choose = (ca: string) =>
  `If “${ca}” is your company’s, ask your IT for its certificate as a PEM file and choose it under CA certificates in Settings. If you do not know it, somebody may be listening: use another network.`

/**
 * @param code from Node's TLS
 * @param chain from the server's own certificate to the last known one
 */
export function certificateFault(code: string, host: string, chain: readonly Seen[], now: number): CertificateFault {
  const [own] = chain
  const last = chain.at(-1)
  if (!own || !last) return { words: 'The certificate is not trusted.', next: 'Test again.' }
  switch (code) {
    case 'CERT_HAS_EXPIRED': {
      const old = chain.find(({ validTo }) => validTo < now) ?? own
      const next = `Ask whoever runs ${host} to renew it. If it should be valid, check the date of this computer.`
      return { words: `The certificate of “${old.subject}” expired on ${dayOf(old.validTo)}.`, next }
    }
    case 'CERT_NOT_YET_VALID': {
      const early = chain.find(({ validFrom }) => validFrom > now) ?? own
      const words = `The certificate of “${early.subject}” is not valid before ${dayOf(early.validFrom)}.`
      return { words, next: 'Check the date and time of this computer.' }
    }
    case 'ERR_TLS_CERT_ALTNAME_INVALID': {
      const words = `The certificate is for ${own.names || `“${own.subject}”`}, not for ${host}.`
      return { words, next: 'Check the base address: another server answers, or a sign-in page of this network.' }
    }
    case 'DEPTH_ZERO_SELF_SIGNED_CERT': {
      const words = `The certificate of “${own.subject}” is self-signed: no CA issued it.`
      return { words, next: choose(own.subject) }
    }
    case 'SELF_SIGNED_CERT_IN_CHAIN':
      return { words: `The CA “${last.subject}” is not trusted by this computer.`, next: choose(last.subject) }
    default: {
      const words = `The CA “${last.issuer}”, which issued the certificate of “${last.subject}”, is not known to this computer.`
      return { words, next: `${choose(last.issuer)} The server may also leave out a certificate between.` }
    }
  }
}
