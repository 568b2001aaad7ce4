import { evaluateCondition, type FieldValues } from '#core/condition.ts'
import { fieldNames, type FileField, type IssueCode } from '#core/field.ts'
import { fileMeasures } from '#core/measure.ts'
import { microToCredits } from '#core/money.ts'
import { formatIssues, Problem, type Issue } from '#core/problem.ts'
import type { Action } from '#core/service.ts'
import { checkBody, type EndedOption } from '#core/warnings.ts'
import type { ApiContext } from '#servers/api/context.ts'
import { boundIssue, boundsOf, fieldsAboveMaximum } from '#servers/api/services/bounds.ts'
import { checkMasks } from '#servers/api/services/mask-size.ts'
import { RESERVED_FIELDS, type ServiceCallOptions } from '#servers/api/services/manner.ts'
import { earlierOutput, outputNamesIn } from '#servers/api/tasks/earlier.ts'
import type { TaskKind } from '#servers/api/tasks/kind.ts'

/** A valid call. */
export type CheckedCall = {
  values: FieldValues
  /** Names of fields that are not used, and sentences about options that have ended. */
  warnings: string[]
  /** The vendor's name, as {@link TaskKind.provider} returns it. */ provider: string
}

/** A call as received: its user, action, body and manner of answer. */
export type ReceivedCall = {
  userId: string
  kind: TaskKind
  action: Action
  body: Readonly<Record<string, unknown>>
  manner: ServiceCallOptions
}

/**
 * Checks the body of a call against the declaration of its action, then the files and earlier
 * results that it names.
 * @throws Problem `bad_request` with every wrong field; those of masks come last, alone
 */
export async function checkCall(
  context: ApiContext,
  { userId, kind, action, body, manner }: ReceivedCall
): Promise<CheckedCall> {
  const checked = checkBody(action.fields, action.limits ?? [], body, RESERVED_FIELDS)
  const { values, issues, warnings } = checked
  const wrong = new Set(issues.map(issue => issue.field))
  const right = (name: string): boolean => !wrong.has(name) && values[name] !== undefined
  const files = fieldNames(action.fields, 'file').filter(right)
  const ids = fieldNames(action.fields, 'id').filter(right)
  const found = await Promise.all([
    ...files.map(name => fileIssue(context, name, action.fields[name] as FileField, values)),
    ...ids.map(name => idIssue(context, name, { userId, kind, values })),
    ...boundsOf(action, right).map(bound => boundIssue(context, bound, { userId, kind, values }))
  ])
  const order = Object.keys(action.fields)
  const all = [...issues, ...found.filter(issue => issue !== null)].toSorted(
    (a, b) => order.indexOf(a.field) - order.indexOf(b.field)
  )
  const provider = all.length === 0 ? kind.provider(values) : []
  const everything: Issue[] = [
    ...all,
    ...(typeof provider === 'string' ? [] : provider),
    ...manner.issues
  ]
  if (everything.length === 0 && typeof provider === 'string') {
    await checkMasks(context, { userId, kind, action, values })
    const measured = await measuredValues(context, action, values)
    const price = kind.price(measured)
    const replaced = checked.ended.map(each => replacedText(each, price))
    const told = [...warnings, ...replaced, ...fieldsAboveMaximum(kind, values)]
    return { values: measured, provider, warnings: told }
  }
  throw new Problem('bad_request', { detail: formatIssues(everything), issues: everything })
}

/** @param price of the run, in micro-credits */
function replacedText({ field, name, until, becomes }: EndedOption, price: number): string {
  return (
    `${field}: ${name} ended on ${until}. ` +
    `${becomes} is used in its place, and this costs ${microToCredits(price)} credits.`
  )
}

/**
 * Adds the measures of files that the price of an action counts.
 * @throws Problem `bad_request` for a file that cannot be measured, or that is too long
 */
async function measuredValues(
  { inputs }: ApiContext,
  { fields, price }: Action,
  values: FieldValues
): Promise<FieldValues> {
  // Only the price that applies is measured. A file that it does not count may be impossible to
  // measure.
  const rule = price.find(({ when }) => when === undefined || evaluateCondition(when, values))
  const added = fileMeasures(rule === undefined ? [] : [rule]).map(
    async ({ name, field, unit }) => {
      const [declared, address] = [fields[field], values[field]]
      if (declared?.type !== 'file' || typeof address !== 'string') return []
      const amount = await inputs.measure(address, unit, declared).catch(thrown => {
        throw issuesProblem(field, 'wrong_file', thrown)
      })
      if (unit === 'seconds' && amount > (declared.seconds ?? Infinity))
        throw issuesProblem(field, 'too_long')
      return [[name, amount] as const]
    }
  )
  return { ...values, ...Object.fromEntries((await Promise.all(added)).flat()) }
}

function issuesProblem(field: string, code: IssueCode, cause?: unknown): Problem {
  const issues = [{ field, code }]
  return new Problem('bad_request', { detail: formatIssues(issues), issues, cause })
}

/** Tells what is wrong with the first bad file of a field. */
async function fileIssue(
  { inputs }: ApiContext,
  name: string,
  field: FileField,
  values: FieldValues
): Promise<Issue | null> {
  const codes = await Promise.all(
    [values[name] ?? []].flat().map(address => inputs.check(String(address), field))
  )
  return issueOf(name, codes.find(code => code !== null) ?? null)
}

/**
 * Returns `unknown` if an earlier result does not exist. Another user's result looks the same, so
 * that nobody can probe for it.
 */
async function idIssue(
  { database }: ApiContext,
  name: string,
  { userId, kind, values }: { userId: string; kind: TaskKind; values: FieldValues }
): Promise<Issue | null> {
  const sources = kind.sources?.[name] ?? []
  const found = await Promise.all(
    outputNamesIn(values[name]).map(each => earlierOutput(database, userId, each, sources))
  )
  return issueOf(name, found.includes(null) ? 'unknown' : null)
}

function issueOf(field: string, code: IssueCode | null): Issue | null {
  return code === null ? null : { field, code }
}
