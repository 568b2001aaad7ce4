import { HOUR, pick, type Deed } from './deed.ts'

export const wait: Deed = async ({ world, journal }) => {
  const milliseconds = Math.ceil(world.random() * 3000)
  journal.push(`${milliseconds} ms pass`)
  await world.time.pass(milliseconds)
}

export const rest: Deed = async ({ world, journal }) => {
  journal.push('a minute passes')
  await world.time.pass(61_000)
}

export const sleep: Deed = async ({ world, journal }) => {
  const hours = pick(world, [0.1, 1, 2, 26, 24 * 40]) ?? 1
  journal.push(`the machine sleeps for ${hours} hours`)
  await world.time.jump(hours * HOUR)
}

export const setBack: Deed = async ({ world, journal }) => {
  const minutes = Math.ceil(world.random() * 90)
  journal.push(`the clock goes back by ${minutes} minutes`)
  await world.time.jump(-minutes * 60_000)
}

export const kill: Deed = ({ world, journal }) => {
  journal.push('the process is killed')
  world.faults().kill()
}

export const light: Deed = ({ world, journal }) => {
  const fuse = Math.floor(world.random() * 50)
  journal.push(`the process dies after ${fuse} operations`)
  world.faults().fuse = fuse
}

export const fill: Deed = ({ world, journal }) => {
  const faults = world.faults()
  faults.isFull = !faults.isFull
  journal.push(faults.isFull ? 'the disk is full' : 'the disk has room')
}

export const refuse: Deed = ({ world, journal }) => {
  const count = Math.ceil(world.random() * 4)
  journal.push(`the database refuses ${count} statements`)
  world.faults().refusals = count
}

export const stripeSulks: Deed = ({ world, journal }) => {
  world.stripe.mood = pick(world, ['well', 'well', 'silent', 'failing'] as const) ?? 'well'
  journal.push(`Stripe is ${world.stripe.mood}`)
}
