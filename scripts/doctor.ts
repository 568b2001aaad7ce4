// `npm run doctor`: checks the configuration and everything that it names, and says what to do about
// each problem. With `--json`, it prints the findings for programs. It changes nothing; each chat
// model is asked for a word, which costs a few tokens.
import { operatePath } from '#core/operate-subjects.ts'
import { examineSetup } from '#servers/operation/doctor/doctor.ts'
import type { Finding } from '#servers/operation/doctor/findings.ts'
import { tellOperator } from './operator.ts'

/** Words of equal width, since findings are read as a table. */
const STATES: Record<Finding['state'], string> = {
  ok: 'ok      ',
  warning: 'WARNING ',
  failed: 'FAILED  ',
  skipped: 'skipped '
}

/** Width of the longest name of a check. */
const NAMES = 'configuration'.length

await tellOperator('The check could not be completed', async ({ say }) => {
  const forPrograms = process.argv.includes('--json')
  const tell = ({ check, state, says, advice }: Finding): void => {
    if (forPrograms) return
    say(`${STATES[state]} ${check.padEnd(NAMES)} ${says}`)
    if (advice !== '') say(`${' '.repeat(STATES.ok.length + NAMES + 1)} → ${advice}`)
  }
  const findings = await examineSetup(process.env, tell)
  const count = (state: Finding['state']): number =>
    findings.filter(each => each.state === state).length
  const failed = count('failed')
  if (forPrograms) say(JSON.stringify({ failed, findings }, null, 2))
  else
    say(
      `${count('ok')} ok, ${count('warning')} with a warning, ${failed} failed, ${count('skipped')} skipped`
    )
  if (!forPrograms && count('ok') + count('skipped') < findings.length)
    say(`The symptoms of each check are at ${operatePath('troubleshooting')} of your site.`)
  return failed === 0
})
