import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** PEM. */
export interface Identity {
  key: string
  cert: string
}

const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']

/** Untrusted, made by openssl. */
export class Authority {
  private constructor(
    private readonly folder: string,
    readonly name: string
  ) {}

  static make(name = 'Harbourline Proxy CA'): Authority {
    const folder = mkdtempSync(join(tmpdir(), 'desk-ca-'))
    const options = ['-days', '30', '-subj', `/CN=${name}`, '-addext', 'keyUsage=critical,keyCertSign']
    openssl(folder, ['req', '-x509', ...curve, ...options, '-keyout', 'ca.key', '-out', 'ca.pem'])
    return new Authority(folder, name)
  }

  get file(): string {
    return join(this.folder, 'ca.pem')
  }

  get pem(): string {
    return readFileSync(this.file, 'utf8')
  }

  /** @param days -1: it expired yesterday */
  issue(host: string, days = 20): Identity {
    const [file, key] = [`${host}${days}.pem`, `${host}${days}.key`]
    const names = `subjectAltName=DNS:${host}`
    openssl(this.folder, ['req', ...curve, '-subj', `/CN=${host}`, '-addext', names, '-keyout', key, '-out', 'csr'])
    const by = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-copy_extensions', 'copy']
    openssl(this.folder, ['x509', '-req', '-in', 'csr', ...by, '-days', String(days), '-out', file])
    return this.read(key, file)
  }

  /** Signed by no CA. */
  selfSigned(host: string): Identity {
    const names = ['-addext', `subjectAltName=DNS:${host}`, '-addext', 'basicConstraints=critical,CA:FALSE']
    const made = ['-keyout', 'self.key', '-out', 'self.pem']
    openssl(this.folder, ['req', '-x509', ...curve, '-days', '20', '-subj', `/CN=${host}`, ...names, ...made])
    return this.read('self.key', 'self.pem')
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }

  private read(key: string, cert: string): Identity {
    return { key: readFileSync(join(this.folder, key), 'utf8'), cert: readFileSync(join(this.folder, cert), 'utf8') }
  }
}

const openssl = (cwd: string, args: string[]) => void execFileSync('openssl', args, { cwd, stdio: 'pipe' })
