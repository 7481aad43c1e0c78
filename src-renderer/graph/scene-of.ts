import { hullsOf, type Scene } from './scene.ts'
import type { Stage } from './stage.ts'

let known: { readonly stage: Stage; readonly version: number; readonly scene: Scene } | null = null

/** The scene on the stage now; hulls are computed again only after something moved or changed. */
export function sceneOf(stage: Stage): Scene {
  const version = stage.seats.version
  if (known !== null && known.stage === stage && known.version === version) return known.scene
  const positions = stage.seats.seats()
  const scene = { elements: stage.shown, positions, hulls: hullsOf(stage.shown, positions), theme: stage.theme }
  known = { stage, version, scene }
  return scene
}
