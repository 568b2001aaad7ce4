import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type TestCertificate = { key: string; cert: string }

/** `openssl ca` alone takes both dates in every version. */
const SETTINGS = `
[ca]
default_ca = own
[own]
database = index.txt
serial = serial
new_certs_dir = .
default_md = sha256
policy = any
x509_extensions = names
[any]
commonName = supplied
[names]
subjectAltName = DNS:localhost
basicConstraints = critical,CA:TRUE
[req]
distinguished_name = any
`

/**
 * Makes a certificate for `localhost`, which is its own authority.
 * @param days from now to its end; below 0 it has expired
 */
export function makeLocalCertificate(days: number): TestCertificate {
  const folder = mkdtempSync(join(tmpdir(), 'polymuse-certificate-'))
  try {
    writeFileSync(join(folder, 'openssl.cnf'), SETTINGS)
    writeFileSync(join(folder, 'index.txt'), '')
    writeFileSync(join(folder, 'serial'), '01')
    run(folder, 'req -new -newkey rsa:2048 -nodes -keyout key.pem -out request.pem')
    run(
      folder,
      `ca -batch -selfsign -notext -keyfile key.pem -in request.pem -out certificate.pem -startdate ${stamp(-400)} -enddate ${stamp(days)}`
    )
    const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
    return { key: read('key.pem'), cert: read('certificate.pem') }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function run(cwd: string, command: string): void {
  const [name = '', ...rest] = command.split(' ')
  const subject = name === 'req' ? ['-subj', '/CN=localhost'] : []
  const done = spawnSync('openssl', [name, '-config', 'openssl.cnf', ...subject, ...rest], { cwd })
  if (done.status !== 0)
    throw new Error(`openssl made no certificate: ${done.error?.message ?? done.stderr.toString()}`)
}

/** Writes a day as `openssl` takes it, such as `20260131000000Z`. */
function stamp(days: number): string {
  const at = new Date(Date.now() + days * 86_400_000)
  return at.toISOString().replaceAll(/[-:T]|\.\d+/g, '')
}
