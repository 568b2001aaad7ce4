import {
  findDifferences,
  type Difference,
  type DriftNeeds
} from '#servers/drift/find-differences.ts'
import { claimCheck, storeDifferences } from '#servers/drift/store.ts'
import { mailDifferences } from '#servers/drift/mail-differences.ts'
import type { Context } from '#servers/lib/context.ts'

type Needs = DriftNeeds & Pick<Context, 'secrets' | 'limits' | 'sites'>

/**
 * Compares the catalogue with the vendors' lists and the price list, unless another process has just
 * done so. New differences are stored, logged and mailed to the operators once.
 * @param pause milliseconds that must have passed since the last check began
 */
export async function checkDrift(context: Needs, pause: number): Promise<void> {
  if (!(await claimCheck(context, pause))) return
  const found = await findDifferences(context)
  const fresh = await storeDifferences(context, found)
  const news = fresh.filter(({ kind }) => kind !== 'unread')
  for (const each of [...news, ...found.filter(({ kind }) => kind === 'unread')])
    context.log.warn(each, SENTENCES[each.kind])
  await mailDifferences(context, news)
}

const SENTENCES: Record<Difference['kind'], string> = {
  gone: 'a vendor no longer lists a model that is used here',
  ends: 'a model ends soon',
  price: 'the listed price of a model differs from its cost here',
  unread: 'a list could not be read, so nothing changes'
}
