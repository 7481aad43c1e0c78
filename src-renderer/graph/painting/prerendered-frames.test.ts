import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { BackgroundPainter } from './background-painter.ts'
import type { Frame } from './frame.ts'
import * as labels from './frame-labels.ts'
import { PrerenderedFrames } from './prerendered-frames.ts'
import type { Scene } from './scene.ts'

type Painted = Parameters<BackgroundPainter['paintLater']>[1]

/** The frames that the painter was last asked for. */
let asked: readonly Frame[]
let painted: Painted
let frames: PrerenderedFrames
let closed: string[]
beforeEach(() => {
  vi.stubGlobal('devicePixelRatio', 1)
  vi.spyOn(labels, 'frameLabels').mockReturnValue([])
  closed = []
  asked = []
  const painter = { paintLater: (some: readonly Frame[], done: Painted) => ([asked, painted] = [some, done]) }
  frames = new PrerenderedFrames(painter as unknown as BackgroundPainter)
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const camera = { zoom: 1, panX: 0, panY: 0 }
const frameOf = (zoom = 1): Frame => ({ scene: {} as Scene, camera: { ...camera, zoom }, width: 100, height: 50 })
const bitmap = (name: string): ImageBitmap => ({ close: () => closed.push(name) }) as unknown as ImageBitmap

it('only missing frames are painted, and found by scene and view', () => {
  const [one, two] = [frameOf(), frameOf()]
  frames.prerender([one, two])
  expect(asked).toEqual([one, two])
  const first = bitmap('one')
  painted(one, first)
  expect([frames.find({ ...one, camera: { ...camera } }), frames.find({ ...one, width: 101 }), frames.find(two)]).toEqual([first, null, null])
  frames.prerender([one, two])
  expect(asked).toEqual([two])
  expect([frames.isFor(frameOf()), frames.isFor(frameOf(2))]).toEqual([true, false])
})

it('every bitmap is closed once: that of a frame nobody wants any more, the oldest of many, and all at the end', () => {
  const [gone, ...wanted] = Array.from({ length: 7 }, () => frameOf()) as [Frame, ...Frame[]]
  frames.prerender([gone])
  const late = painted
  frames.prerender(wanted)
  late(gone, bitmap('gone'))
  for (const [n, frame] of wanted.entries()) painted(frame, bitmap(String(n)))
  expect(closed).toEqual(['gone', '0'])
  frames.clear()
  expect(closed.toSorted()).toEqual(['0', '1', '2', '3', '4', '5', 'gone'])
  painted(frameOf(), bitmap('after'))
  expect(closed).toContain('after')
})
