import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError, type Config, type Environment } from '#servers/config.ts'
import { loadSettings } from '#servers/environment.ts'
import { measureDisk } from '#servers/lib/disk-room.ts'
import { operatorFetch } from '#servers/lib/egress.ts'
import { createDnsLookup } from '#servers/lib/resolver.ts'
import { createSecrets, readOrCreateSecret } from '#servers/lib/secrets.ts'
import { checkBackups } from '#servers/operation/doctor/backups.ts'
import { checkClock, noteClocks } from '#servers/operation/doctor/clock.ts'
import { checkDatabase } from '#servers/operation/doctor/database.ts'
import { checkDisk } from '#servers/operation/doctor/disk.ts'
import { checkDns } from '#servers/operation/doctor/dns.ts'
import { checkEmail } from '#servers/operation/doctor/email.ts'
import {
  createFindings,
  listAddresses,
  type DoctorCheck,
  type DoctorMeans,
  type DoctorNeeds,
  type Finding
} from '#servers/operation/doctor/findings.ts'
import { checkVendors } from '#servers/operation/doctor/providers.ts'
import { checkProxy } from '#servers/operation/doctor/proxy.ts'
import { checkPush } from '#servers/operation/doctor/push.ts'
import { checkStorage } from '#servers/operation/doctor/storage.ts'
import { checkTls } from '#servers/operation/doctor/tls.ts'
import { checkWebhooks } from '#servers/operation/doctor/webhooks.ts'
import { SECRET_FILE } from '#servers/operation/stores.ts'

const { ok, warning, failed, skipped } = createFindings('configuration')

/** All checks in their order: later ones skip what an earlier one found broken. */
const CHECKS: readonly DoctorCheck[] = [
  checkDns,
  checkTls,
  checkProxy,
  checkDisk,
  checkDatabase,
  checkStorage,
  checkEmail,
  checkVendors,
  checkWebhooks,
  checkPush,
  checkBackups,
  checkClock
]

const MEANS: DoctorMeans = {
  fetch: operatorFetch,
  lookup: createDnsLookup(),
  now: Date.now,
  measureDisk,
  // Pages make several queries, so they become slow.
  slowQuery: 20
}

/**
 * Examines the configuration and everything that it names. It changes nothing.
 * @param environment usually `process.env`
 * @param tell is called with each finding as soon as it is known
 * @param means replace the ways to look outside, for tests
 */
export async function examineSetup(
  environment: Environment,
  tell: (finding: Finding) => void,
  means: Partial<DoctorMeans> = {}
): Promise<Finding[]> {
  const found: Finding[] = []
  const add = (findings: readonly Finding[]): void => {
    found.push(...findings)
    findings.forEach(tell)
  }
  const { config, findings } = examineSettings(environment)
  add(findings)
  if (config === null) {
    add([skipped('Everything else is checked once the configuration is right.')])
    return found
  }
  const needs = prepareNeeds(config, { ...MEANS, ...means })
  for (const check of CHECKS) add(await check(needs))
  return found
}

function examineSettings(environment: Environment): {
  config: Config | null
  findings: Finding[]
} {
  try {
    const { config, warnings } = loadSettings(environment)
    const { file } = config.settings
    return {
      config,
      findings: [
        ...warnings.map(says => warning(says, 'Do so, since these values are secret.')),
        ok(`The settings are valid${file === null ? '' : ` (file: ${file})`}.`)
      ]
    }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const advice = 'Correct this setting. README.md explains each one under "Configure it".'
    return {
      config: null,
      findings: error.problems.map(problem => failed(`${problem.replace(/\.$/, '')}.`, advice))
    }
  }
}

function prepareNeeds(config: Config, means: DoctorMeans): DoctorNeeds {
  const clocks: DoctorNeeds['clocks'] = new Map()
  const own = new Set(listAddresses(config).map(({ origin }) => new URL(origin).host))
  const hasSecret = config.secret !== null || existsSync(join(config.dataDir, SECRET_FILE))
  return {
    ...means,
    config,
    clocks,
    broken: new Set(),
    fetch: noteClocks(means.fetch, clocks, means.now, own),
    secrets: hasSecret
      ? createSecrets(config.secret ?? readOrCreateSecret(config.dataDir), config.secretPrevious)
      : null
  }
}
