import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'

/** An image whose files are in a folder, and what it says about how to run it. */
export type BuiltImage = {
  folder: string
  config: { User: string; Env: string[]; Entrypoint: string[]; Cmd: string[]; Healthcheck?: object }
}

const DOCKERFILE = join(import.meta.dirname, '../../deploy/image/Dockerfile')

/**
 * Builds the image of `deploy/image/Dockerfile`, on the root of a small Debian.
 * @param archive of a release
 * @param root becomes the base image
 * @param place an empty folder for everything that is built
 * @throws Error when buildah fails; its output is shown
 */
export function buildImage(archive: string, root: string, place: string): BuiltImage {
  const stores = ['--root', join(place, 'images'), '--runroot', join(place, 'run')]
  const buildah = (...args: string[]): string =>
    execFileSync('buildah', [...stores, '--storage-driver', 'vfs', ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, BUILDAH_ISOLATION: 'chroot' }
    }).trim()
  const context = join(place, 'context')
  mkdirSync(context)
  cpSync(archive, join(context, basename(archive)))
  const base = buildah('from', 'scratch')
  buildah('add', base, root, '/')
  buildah('commit', base, 'localhost/base')
  buildah('bud', '--build-arg', 'BASE=localhost/base', '-f', DOCKERFILE, '-t', 'studio', context)
  const { Docker } = JSON.parse(buildah('inspect', '--type', 'image', 'studio')) as {
    Docker: { config: BuiltImage['config'] }
  }
  return { folder: buildah('mount', buildah('from', 'localhost/studio')), config: Docker.config }
}
