// The shoal program: finds the command and runs it.
#include "options.h"
#include "ranks.h"
#include "tool.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const struct {
    const char *name, *purpose;
    int (*run)(int argc, char **argv);
} commands[] = {
    {"run", "steps a world or a case and shows where everything is", run_command},
    {"eval", "prints what the fluids do to the bodies of cases, term by term", eval_command},
    {"replay", "runs a recording again and finds where it parts from it", replay_command},
    {"show", "tells what is in a recording", show_command},
    {"verify", "proves that threads, instruction sets and batches do not change a bit", verify_command},
    {"check", "validates files and explains what is in them", check_command},
    {"convert", "writes a world as a case, or a case as a world", convert_command},
    {"waves", "prints the surface and the liquid under it at points and times, and spectra", waves_command},
    {"mesh", "tells whether a mesh file is a solid, and what it weighs and displaces", mesh_command},
    {"info", "tells the version, the instruction sets and the libraries", info_command},
};

static void print_help(void)
{
    puts("usage: shoal COMMAND [OPTION...] [FILE...]\n\n"
         "What water and air do to thousands of rigid bodies at once, and their motion.\n");
    for (int i = 0; i < COUNT(commands); i++) {
        printf("  %-9s %s\n", commands[i].name, commands[i].purpose);
    }
    puts("\nshoal COMMAND --help tells its options; shoal --version the version.\n"
         "Exit codes: 0 done, 1 a check failed, 2 usage, 3 a bad file, 4 anything else.\n\n"
         "example:\n  shoal run examples/fluid_pool.xml");
}

static int unknown(const char *name)
{
    const char *names[COUNT(commands)];
    for (int i = 0; i < COUNT(commands); i++) {
        names[i] = commands[i].name;
    }
    return tool_fail(TOOL_USAGE, "there is no command '%s'; the closest is '%s' (shoal --help lists them)", name,
                     options_closest(name, names, COUNT(commands)));
}

static int dispatch(int argc, char **argv)
{
    if (!ranks_first() && (argc < 2 || strcmp(argv[1], "run") != 0)) { // one process does what is not shared out
        return TOOL_OK;
    }
    if (argc < 2) {
        return tool_fail(TOOL_USAGE, "no command given; accepted: run, eval, replay, show, verify, check, convert, "
                                     "waves, mesh or info (shoal --help)");
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        print_help();
        return TOOL_OK;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("shoal %s\n", shoal_version());
        return TOOL_OK;
    }
    for (int i = 0; i < COUNT(commands); i++) {
        if (strcmp(argv[1], commands[i].name) == 0) {
            return commands[i].run(argc - 1, argv + 1);
        }
    }
    return unknown(argv[1]);
}

/// A file that is opened later must not become a standard stream that the caller had closed.
static void hold_standard_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF) {
            open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY); // so that its use fails, as it would have
        }
    }
}

int main(int argc, char **argv)
{
    hold_standard_streams();
    signal(SIGPIPE, SIG_IGN); // a write to a pipe that nobody reads fails instead
    int code = ranks_begin();
    code = code == TOOL_OK ? tool_finish(dispatch(argc, argv)) : code;
    ranks_end();
    return code;
}
