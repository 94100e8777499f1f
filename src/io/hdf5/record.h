/// @file record.h
/// A recording being written: the file (record.c) and the thread that fills it (writer.c).
#ifndef SHL_HDF5_RECORD_H
#define SHL_HDF5_RECORD_H

#include "hdf5.h"

#include <pthread.h>

enum { SHL_RECORD_SLOTS = 3 };

struct ShoalRecord {
    char *path, *beside;
    hid_t file, set[SHL_COLUMNS_MAX];
    hid_t frames, closed; // how many frames are whole; 1 once nothing follows
    int columns;
    int64_t written, flushed; // frames
    char *digests;            // of a frame, as text

    ShlColumns slot[SHL_RECORD_SLOTS]; // a ring
    pthread_t thread;
    bool running;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    int first, filled; // slots that wait for the writer
    bool closing;
    ShoalError failure; // of the writer; SHOAL_OK: none
};

/// @name The file (record.c), between shl_hdf5_enter() and shl_hdf5_leave()
/// @{
bool shl_record_append(ShoalRecord *record, const ShlColumns *frame);
bool shl_record_flush(ShoalRecord *record); ///< then it can be read up to here
/// @}

bool shl_writer_start(ShoalRecord *record); ///< false without a thread
void shl_writer_stop(ShoalRecord *record);  ///< waits until all frames are written

#endif
