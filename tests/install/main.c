#include <shoal/shoal.h>

#include <stdio.h>

int main(void)
{
    ShoalError error;
    ShoalScene *scene;
    if (shoal_scene_create(&scene, &error) != SHOAL_OK) {
        return 1;
    }
    shoal_scene_destroy(scene);
    return puts(shoal_version()) < 0;
}
