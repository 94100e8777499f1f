import shoal

scene = shoal.Scene()
scene.add_volume()
scene.add_body(shapes=[shoal.Shape.box((4, 2, 1))], density=400)
batch = shoal.Batch(scene, n_env=100)
batch.step(2000, 0.02)
print("draft", 0.5 - batch.position[7, 0, 2], "of", 400 / 998.2)
