import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Json } from '#core/json.ts'
import { Problem } from '#core/problem.ts'
import { parseJson } from '#core/whole-text.ts'
import { isWorkflow, type Workflow } from '#providers/comfyui-workflow.ts'

/**
 * Returns a function that reads the operator's own workflow for a model, `flux-dev.json`. It is read
 * for every run, so that a change needs no restart.
 * @param folder null for none
 * @returns null where there is no such file
 * @throws Problem `api_error` for a file that is no workflow in the API format
 */
export function createWorkflowReader(
  folder: string | null
): (model: string) => Promise<Workflow | null> {
  return async model => {
    if (folder === null || !/^[\w.-]+$/.test(model)) return null
    const file = join(folder, `${model}.json`)
    const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ENOENT') return null
      throw new Problem('api_error', { detail: `${file} cannot be read`, cause })
    })
    return text === null ? null : workflowIn(file, text)
  }
}

function workflowIn(file: string, text: string): Workflow {
  let workflow: Json
  try {
    workflow = parseJson(text) as Json
  } catch (cause) {
    throw new Problem('api_error', { detail: `${file} is not JSON`, cause })
  }
  if (isWorkflow(workflow)) return workflow
  throw new Problem('api_error', { detail: `${file} is not a workflow in ComfyUI's API format` })
}
