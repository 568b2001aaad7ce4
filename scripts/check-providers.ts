// `npm run providers:check`: checks every vendor that has a key from the environment or from an
// operator. Does the vendor accept the key, and do the models that Polymuse uses answer? It costs a
// few tokens for each chat model and changes nothing. Models of tools are only looked up in the
// vendor's list, since each trial would cost money. For tools that operators made from schemas, it
// requests the schema, or checks that the server answers.
import { systemClock } from '#core/clock.ts'
import { operatorFetch } from '#servers/lib/egress.ts'
import { checkOwnTools } from '#servers/operation/check-own-tools.ts'
import { checkProviders } from '#servers/operation/check-providers.ts'
import { findVendorAccounts } from '#servers/operation/find-accounts.ts'
import { readOwnConfig, tellOperator } from './operator.ts'

await tellOperator('The providers could not be checked', async ({ say }) => {
  const config = readOwnConfig()
  const { keys, tools, ...shelf } = await findVendorAccounts(config)
  const now = systemClock.now()
  const works = await checkProviders(keys, { ...config, ...shelf, fetch: operatorFetch, now }, say)
  const dead = await checkOwnTools({ keys, config, fetch: operatorFetch }, tools)
  dead.forEach(say)
  return works && dead.length === 0
})
