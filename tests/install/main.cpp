#include <shoal/shoal.h>

#include <iostream>

int main()
{
    ShoalError error;
    ShoalScene *scene;
    if (shoal_scene_create(&scene, &error) != SHOAL_OK) {
        return 1;
    }
    shoal_scene_destroy(scene);
    std::cout << shoal_version() << '\n';
}
