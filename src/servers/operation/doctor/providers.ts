import { tellsBalance } from '#providers/balance.ts'
import { checkModels } from '#servers/operation/check-models.ts'
import { lastCharacters, testKey } from '#servers/lib/try-key.ts'
import { askVendorBalance, describeBalance, isBalanceBelow } from '#servers/lib/vendor-balance.ts'
import { findVendorAccounts } from '#servers/operation/find-accounts.ts'
import {
  createFindings,
  type DoctorNeeds,
  type Finding
} from '#servers/operation/doctor/findings.ts'
import type { VendorAccount } from '#catalog/chat/provider.server.ts'
import { environmentKeys } from '#servers/lib/vendor-keys.ts'

const { ok, skipped, failed, warning } = createFindings('providers')

/** Tests every key of every provider, and asks each chat model for a word. */
export async function checkVendors({ config, fetch, now }: DoctorNeeds): Promise<Finding[]> {
  // The check of the database says why entered keys cannot be read.
  const { keys, shelf } = await findVendorAccounts(config).catch(() => ({
    keys: environmentKeys(config),
    shelf: undefined
  }))
  const accounts = keys
    .vendors()
    .flatMap(vendor => keys.of(vendor).map(account => ({ vendor, account })))
  if (accounts.length === 0) return [skipped('No provider has a key. The sandbox answers.')]
  const checking = { ...config, fetch, now: now(), ...(shelf !== undefined && { shelf }) }
  const found = await Promise.all(
    accounts.map(async ({ vendor, account }) => {
      const { ok: works, code, detail, milliseconds } = await testKey({ fetch }, vendor, account)
      const key =
        account.apiKey === '' ? vendor : `${vendor} (key …${lastCharacters(account.apiKey)})`
      if (!works)
        return [
          failed(
            `${key} does not work: ${detail}.`,
            code === 'refused'
              ? 'Put a new key into the environment, or enter one at /site/keys.'
              : `Check that ${account.baseURL} can be reached from here.`
          )
        ]
      const models = await checkModels(vendor, account, checking)
      return [
        ok(`${key} answers (${milliseconds} ms).`),
        ...(await checkBalance({ config, fetch }, key, vendor, account)),
        ...models.lines.map(line =>
          (models.ok ? warning : failed)(
            `${line}.`,
            'Retire the model or change its route at /operator/models, or use MEDIA_MODELS.'
          )
        )
      ]
    })
  )
  return found.flat()
}

/** Finds accounts with too little money. An unknown balance is no problem. */
async function checkBalance(
  { config, fetch }: Pick<DoctorNeeds, 'config' | 'fetch'>,
  key: string,
  vendor: string,
  account: VendorAccount
): Promise<Finding[]> {
  if (!tellsBalance(vendor)) return []
  const balance = await askVendorBalance({ fetch }, vendor, account)
  if (balance === null || !isBalanceBelow(balance, config.alertBalance))
    return [ok(`${key}: the balance is ${describeBalance(balance)}.`)]
  return [
    warning(
      `${key} has only ${describeBalance(balance)} left.`,
      'Add money at the provider, or set ALERT_BALANCE to what is enough.'
    )
  ]
}
