import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Finds the program of a command: in the project a script that starts all commands, in a release a
 * bundle for each.
 * @param root folder of the project, or of the program in a release
 * @returns Node's arguments that run the command
 */
export function findCommand(root: string, name: string): string[] {
  const script = join(root, 'scripts/run.mjs')
  return existsSync(script) ? [script, name] : [join(root, `dist/commands/${name}.mjs`)]
}
