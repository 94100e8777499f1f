#include "summary.h"
#include "json.h"
#include "ranks.h"
#include "table.h"
#include "tool.h"

#include <inttypes.h>

static void json_flagged(Json *json, const Summary *summary)
{
    const ShoalReport *reports = summary->reports;
    json_open(json, '[');
    for (int i = 0; i < summary->report_count; i++) {
        json_open(json, '{');
        json_key(json, "environment");
        json_integer(json, reports[i].environment);
        json_key(json, "body");
        json_text(json, shoal_batch_body_name(summary->batch, reports[i].body));
        json_key(json, "step");
        json_integer(json, reports[i].step);
        json_key(json, "flags");
        json_open(json, '[');
        for (int f = 0; flag_name(f); f++) {
            if (reports[i].flags & (1u << f)) {
                json_text(json, flag_name(f));
            }
        }
        json_close(json, ']');
        json_close(json, '}');
    }
    json_close(json, ']');
}

int summary_json(const Summary *summary, FILE *out)
{
    const Scenario *scenario = summary->scenario;
    ShoalError err;
    double time;
    if (shoal_batch_time(summary->batch, 0, &time, NULL, &err) != SHOAL_OK) {
        return tool_fail_status(&err);
    }
    Json json = {.out = out};
    json_open(&json, '{');
    json_key(&json, "summary");
    json_open(&json, '{');
    json_key(&json, "file");
    json_text(&json, scenario->path);
    json_key(&json, "version");
    json_text(&json, shoal_version());
    json_key(&json, "environments");
    json_integer(&json, scenario->environments);
    json_key(&json, "bodies");
    json_integer(&json, shoal_batch_bodies(summary->batch));
    json_key(&json, "steps");
    json_integer(&json, scenario->steps);
    json_key(&json, "dt");
    json_number(&json, scenario->dt);
    json_key(&json, "time");
    json_number(&json, time);
    json_key(&json, "threads");
    json_integer(&json, shoal_batch_threads(summary->batch));
    json_key(&json, "ranks");
    json_integer(&json, ranks_count());
    json_key(&json, "isa");
    json_text(&json, shoal_isa_name(shoal_batch_isa(summary->batch)));
    json_key(&json, "faces");
    json_text(&json, faces_name(scenario->faces));
    json_key(&json, "seed");
    char seed[24];
    snprintf(seed, sizeof seed, "%" PRIu64, scenario->seed.value); // text: JSON's readers round large numbers
    json_text(&json, scenario->seed.given ? seed : NULL);
    json_key(&json, "seconds");
    json_number(&json, summary->seconds);
    json_key(&json, "body_steps_per_second");
    json_number(&json, summary->throughput);
    json_key(&json, "flagged");
    json_flagged(&json, summary);
    json_key(&json, "hash");
    json_text(&json, summary->hash);
    json_close(&json, '}');
    json_close(&json, '}');
    json_line(&json);
    return TOOL_OK;
}
